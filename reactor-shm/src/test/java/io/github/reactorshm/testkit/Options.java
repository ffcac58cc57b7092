package io.github.reactorshm.testkit;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Named values on one line: {@code channel=camera slots=8}. Values may hold anything; names are plain words. */
public final class Options {

    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Reads what {@link #toString()} wrote, or what a test wrote by hand.
     *
     * @param line the line
     * @return the options
     */
    public static Options parse(String line) {
        Options options = new Options();
        for (String word : line.split(" ", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                options.values.put(word.substring(0, equals),
                        URLDecoder.decode(word.substring(equals + 1), StandardCharsets.UTF_8));
            } else if (!word.isEmpty()) {
                throw new IllegalArgumentException("'" + word + "' is not name=value, in: " + line);
            }
        }
        return options;
    }

    /**
     * Sets a value.
     *
     * @param name the name
     * @param value the value
     * @return this
     */
    public Options with(String name, Object value) {
        values.put(name, String.valueOf(value));
        return this;
    }

    public Set<String> names() {
        return values.keySet();
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no " + name + " in: " + this);
        }
        return value;
    }

    public String text(String name, String absent) {
        return values.getOrDefault(name, absent);
    }

    public long number(String name) {
        return toNumber(text(name));
    }

    public long number(String name, long absent) {
        return has(name) ? number(name) : absent;
    }

    public int whole(String name, int absent) {
        return Math.toIntExact(number(name, absent));
    }

    public boolean is(String name) {
        return Boolean.parseBoolean(values.getOrDefault(name, "false"));
    }

    private static long toNumber(String value) {
        return value.equals("max") ? Long.MAX_VALUE : Long.parseLong(value);
    }

    @Override
    public String toString() {
        StringBuilder line = new StringBuilder();
        values.forEach((name, value) -> line.append(line.isEmpty() ? "" : " ").append(name).append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return line.toString();
    }
}
