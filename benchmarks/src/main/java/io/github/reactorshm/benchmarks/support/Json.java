package io.github.reactorshm.benchmarks.support;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON in the order in which the records declare their fields. */
public final class Json {

    private static final JsonMapper LINES = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();
    private static final JsonMapper DOCUMENTS = LINES.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final double PRECISION = 1000;

    private Json() {}

    /** One line, for a process to read. */
    public static String line(Object value) {
        return LINES.writeValueAsString(value);
    }

    /** An indented document. */
    public static String document(Object value) {
        return DOCUMENTS.writeValueAsString(value);
    }

    public static <T> T read(String text, Class<T> type) {
        return LINES.readValue(text, type);
    }

    public static JsonNode tree(String text) {
        return LINES.readTree(text);
    }

    /** Three decimals: more would be noise. */
    public static double rounded(double value) {
        return Math.round(value * PRECISION) / PRECISION;
    }
}
