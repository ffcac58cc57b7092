package io.github.reactorshm.examples.video;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reports as lines of JSON. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();
    private static final double PRECISION = 1000;

    private Json() {}

    static String line(Object report) {
        return MAPPER.writeValueAsString(report);
    }

    static <T> T read(String line, Class<T> type) {
        return MAPPER.readValue(line, type);
    }

    /** Three decimals are plenty for a person. */
    static double rounded(double value) {
        return Math.round(value * PRECISION) / PRECISION;
    }
}
