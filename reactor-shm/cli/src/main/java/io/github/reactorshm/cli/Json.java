package io.github.reactorshm.cli;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON in the order in which the records declare their fields; what is not known is null. */
final class Json {

    private static final JsonMapper LINES = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();
    private static final JsonMapper DOCUMENTS = LINES.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    /** One line, where several documents follow each other. */
    static String line(Object value) {
        return LINES.writeValueAsString(value);
    }

    static String document(Object value) {
        return DOCUMENTS.writeValueAsString(value);
    }
}
