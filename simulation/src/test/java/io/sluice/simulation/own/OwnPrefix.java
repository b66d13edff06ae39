package io.sluice.simulation.own;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A prefix expression as an oracle reads it: the folder of an object, and until when that is the folder of what
/// arrives. Immutable.
///
/// It finds ends by looking at the clock again and again, not by a calendar: an end is the first moment whose folder is
/// another one.
public final class OwnPrefix {
    /// Stands for each character of a `random-string`.
    private static final char ANY = '\uE000';
    private static final String RANDOM = String.valueOf(ANY).repeat(11);
    private static final String DATE = "!{timestamp:yyyy/MM/dd/HH/}";
    private static final long QUARTER_MILLIS = 900_000;
    /// A clock that is put back shows the same hour again within this time.
    private static final long REPEATED_WITHIN_MILLIS = 4 * 3_600_000L;
    private static final List<String> NAMESPACES = List.of("timestamp", "partitionKeyFromQuery",
            "partitionKeyFromLambda", "firehose");

    private final List<Part> parts;

    /// A piece of the expression.
    ///
    /// @param namespace empty: the value is text
    private record Part(String namespace, String value) {}

    /// A record's key values, as they are in the path.
    public record Keys(Map<String, String> query, Map<String, String> lambda) {
        public static final Keys NONE = new Keys(Map.of(), Map.of());
    }

    private OwnPrefix(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /// @throws IllegalArgumentException when it is none
    public static OwnPrefix parse(String text) {
        List<Part> parts = new ArrayList<>();
        String rest = text;
        while (!rest.isEmpty()) {
            if (!rest.startsWith("!{")) {
                int next = rest.indexOf("!{");
                parts.add(new Part("", next < 0 ? rest : rest.substring(0, next)));
                rest = next < 0 ? "" : rest.substring(next);
            } else {
                int colon = rest.indexOf(':');
                int end = rest.indexOf('}');
                String namespace = rest.substring(2, colon);
                if (end < colon || !NAMESPACES.contains(namespace)) {
                    throw new IllegalArgumentException(text);
                }
                parts.add(new Part(namespace, rest.substring(colon + 1, end)));
                rest = rest.substring(end + 1);
            }
        }
        return new OwnPrefix(parts);
    }

    /// `Prefix` with what Firehose appends to it.
    public static OwnPrefix ofObjects(String prefix) {
        return parse(prefix.contains("!{") ? prefix : prefix + DATE);
    }

    /// `ErrorOutputPrefix` with what Firehose appends to it.
    ///
    /// @param errorPrefix empty: not set
    public static OwnPrefix ofErrors(String prefix, String errorPrefix) {
        String text = errorPrefix.isEmpty() ? prefix : errorPrefix;
        return parse(text.contains("!{") ? text : text + "!{firehose:error-output-type}/" + DATE);
    }

    /// The start of the keys of objects whose oldest record arrived then; [#begins] compares it.
    ///
    /// @param type the kind of failure; of no matter for objects of data
    public String text(Keys keys, String type, Instant oldest, ZoneId zone) {
        ZonedDateTime at = oldest.atZone(zone);
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(switch (part.namespace()) {
                case "" -> part.value();
                case "timestamp" -> new OwnPattern(part.value()).text(at);
                case "partitionKeyFromQuery" -> keys.query().getOrDefault(part.value(), "");
                case "partitionKeyFromLambda" -> keys.lambda().getOrDefault(part.value(), "");
                default -> part.value().equals("random-string") ? RANDOM : type;
            });
        }
        return text.toString();
    }

    /// Tests whether an object's key begins with such a text and goes on with `name`.
    ///
    /// @param name pattern of the rest
    public static boolean begins(String text, String key, String name) {
        if (key.length() < text.length() || !key.substring(text.length()).matches(name)) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = key.charAt(i);
            boolean drawn = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
            if (text.charAt(i) != c && !(text.charAt(i) == ANY && drawn)) {
                return false;
            }
        }
        return true;
    }

    /// Tests whether a record with these key values is delivered: it has all that a function is to give, and makes a
    /// prefix that an object may have.
    public boolean takes(Keys keys, Instant arrival, ZoneId zone) {
        return parts.stream().filter(part -> part.namespace().equals("partitionKeyFromLambda"))
                .noneMatch(part -> keys.lambda().getOrDefault(part.value(), "").isEmpty())
                && OwnEncoding.isUsable(text(keys, "", arrival, zone));
    }

    /// Tests whether a folder tells of which year it is.
    public boolean hasYear() {
        return has('y') || has('u');
    }

    private boolean has(char letter) {
        return patterns().stream().anyMatch(pattern -> pattern.has(letter));
    }

    private List<OwnPattern> patterns() {
        return parts.stream().filter(part -> part.namespace().equals("timestamp"))
                .map(part -> new OwnPattern(part.value())).toList();
    }

    /// The times in the folder of what arrives then.
    private String times(Instant arrival, ZoneId zone) {
        ZonedDateTime at = arrival.atZone(zone);
        StringBuilder times = new StringBuilder();
        patterns().forEach(pattern -> times.append(pattern.text(at)).append('\n'));
        return times.toString();
    }

    /// Tests whether a record may be in a folder which that of the oldest is: it is that of its own arrival or of a
    /// moment that is no longer ago than it may wait.
    ///
    /// @param waits the longest time
    public boolean isBeside(Instant oldest, Instant arrival, long waits, ZoneId zone) {
        String there = times(oldest, zone);
        long step = step();
        for (long at = arrival.toEpochMilli(); at > arrival.toEpochMilli() - waits; at = (at - 1) / step * step) {
            if (times(Instant.ofEpochMilli(at), zone).equals(there)) {
                return true;
            }
        }
        return times(arrival.minusMillis(waits), zone).equals(there);
    }

    /// The end of the time that the folder of what arrives then is of; empty where the folder tells no year.
    public Optional<Instant> end(Instant arrival, ZoneId zone) {
        if (!hasYear()) {
            return Optional.empty();
        }
        String own = times(arrival, zone);
        long step = step();
        // No day is shorter than this, nor is a longer time.
        long stride = has('H') ? step : 24 * QUARTER_MILLIS;
        long at = arrival.toEpochMilli() / step * step;
        while (times(Instant.ofEpochMilli(at + stride), zone).equals(own)) {
            at += stride;
        }
        long end = at;
        for (long later = at + step; later <= at + REPEATED_WITHIN_MILLIS + stride; later += step) {
            if (times(Instant.ofEpochMilli(later), zone).equals(own)) {
                end = later;
            }
        }
        return Optional.of(Instant.ofEpochMilli(end + step));
    }

    /// Milliseconds after which a folder may be another one: clocks are put forward and back at quarters of an hour.
    private long step() {
        return has('s') ? 1_000 : has('m') ? 60_000 : QUARTER_MILLIS;
    }
}
