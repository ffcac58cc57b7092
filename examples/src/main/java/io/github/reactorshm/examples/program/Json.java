package io.github.reactorshm.examples.program;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reports as lines of JSON. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();
    private static final double PRECISION = 1000;

    private Json() {}

    public static String line(Object report) {
        return MAPPER.writeValueAsString(report);
    }

    public static <T> T read(String line, Class<T> type) {
        return MAPPER.readValue(line, type);
    }

    /** Three decimals are plenty for a person. */
    public static double rounded(double value) {
        return Math.round(value * PRECISION) / PRECISION;
    }
}
