package io.sluice.local.verify;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A prefix expression as the judge reads it: bound to key values it is a text whose times and random strings are still
/// open, and an object's key leads back to the bound texts that it may come from. Immutable.
///
/// Source: Firehose developer guide, "Custom prefixes for Amazon S3 objects".
final class PathText {
    private static final String OPEN = "!{";
    private static final String TIMESTAMP = "timestamp:";
    private static final int RANDOM_CHARS = 11;
    private static final int TRIALS_MAX = 10_000;
    private static final int CHARS_MAX = 512;
    private static final int BYTES_MAX = 803;

    private final List<Part> parts;

    private PathText(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    private sealed interface Part {
        record Text(String text) implements Part {}

        record Key(String name, boolean ofQuery) implements Part {}

        record ErrorType() implements Part {}

        record Time(String pattern, DateTimeFormatter format) implements Part {}

        record RandomText() implements Part {}
    }

    /// @throws IllegalArgumentException when the text is no prefix
    static PathText parse(String text) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
            if (open > at) {
                parts.add(new Part.Text(text.substring(at, open)));
            }
            int close = closing(text, open + OPEN.length());
            parts.add(part(text.substring(open + OPEN.length(), close)));
            at = close + 1;
        }
        if (at < text.length()) {
            parts.add(new Part.Text(text.substring(at)));
        }
        return new PathText(parts);
    }

    /// A brace inside of a pattern's quotes closes nothing.
    private static int closing(String text, int from) {
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'' && text.startsWith(TIMESTAMP, from)) {
                quoted = !quoted;
            } else if (c == '}' && !quoted) {
                return i;
            }
        }
        throw new IllegalArgumentException("an expression of the prefix is not closed: " + text.substring(from));
    }

    private static Part part(String expression) {
        int colon = expression.indexOf(':');
        String value = expression.substring(colon + 1);
        return switch (colon < 0 ? "" : expression.substring(0, colon)) {
            case "timestamp" -> new Part.Time(value, DateTimeFormatter.ofPattern(value, Locale.ENGLISH));
            case "partitionKeyFromQuery" -> new Part.Key(value, true);
            case "partitionKeyFromLambda" -> new Part.Key(value, false);
            case "firehose" -> value.equals("random-string") ? new Part.RandomText() : new Part.ErrorType();
            default -> throw new IllegalArgumentException("not an expression of a prefix: " + expression);
        };
    }

    /// The prefix that a record's key values lead to.
    sealed interface Bound {
        /// @param text literal text as it is but for `!{`, which is `!{!}`; open parts as they are in the expression
        record To(String text) implements Bound {}

        /// No object is written under such a key.
        record Nowhere() implements Bound {}
    }

    /// @param query  encoded values of keys of the query
    /// @param lambda encoded values of keys of the function
    Bound bind(Map<String, String> query, Map<String, String> lambda, String errorType) {
        StringBuilder bound = new StringBuilder();
        StringBuilder sample = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Part.Time(String pattern, DateTimeFormatter format) -> {
                    bound.append(OPEN).append(TIMESTAMP).append(pattern).append('}');
                    sample.append(format.format(Instant.EPOCH.atZone(ZoneId.of("UTC"))));
                }
                case Part.RandomText() -> {
                    bound.append("!{firehose:random-string}");
                    sample.append("0".repeat(RANDOM_CHARS));
                }
                case Part.Text(String text) -> literal(text, bound, sample);
                case Part.ErrorType() -> literal(errorType, bound, sample);
                case Part.Key(String name, boolean ofQuery) -> {
                    String value = (ofQuery ? query : lambda).getOrDefault(name, "");
                    if (value.isEmpty()) {
                        return new Bound.Nowhere();
                    }
                    literal(value, bound, sample);
                }
            }
        }
        return isWritable(sample.toString()) ? new Bound.To(bound.toString()) : new Bound.Nowhere();
    }

    private static void literal(String text, StringBuilder bound, StringBuilder sample) {
        bound.append(text.replace(OPEN, "!{!}"));
        sample.append(text);
    }

    /// Tests whether a key can be written, by what `docs/reference/differences.md` says of keys.
    private static boolean isWritable(String path) {
        String folders = path.substring(0, path.lastIndexOf('/') + 1);
        for (String folder : folders.split("/", -1)) {
            if (folder.equals(".") || folder.equals("..")) {
                return false;
            }
        }
        boolean plain = path.codePoints().noneMatch(c -> Character.isISOControl(c) || c == 0xFFFE || c == 0xFFFF
                || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
        return plain && path.length() <= CHARS_MAX
                && path.getBytes(java.nio.charset.StandardCharsets.UTF_8).length <= BYTES_MAX;
    }

    /// The keys that begin as those of objects do, whatever their key values and times; empty where no text of the
    /// expression tells them from others'.
    Optional<Pattern> beginning() {
        String shape = parts.stream().map(part -> switch (part) {
            case Part.Text(String text) -> Pattern.quote(text);
            case Part.Time(String pattern, _) -> pattern.replaceAll("[^/]+", "[^/]+");
            case Part.Key _,Part.ErrorType _,Part.RandomText _ -> "[^/]+";
        }).collect(Collectors.joining());
        return parts.stream().anyMatch(part -> part instanceof Part.Text(String text) && !text.equals("/"))
                ? Optional.of(Pattern.compile(shape + ".*", Pattern.DOTALL))
                : Optional.empty();
    }

    /// Tests whether two instants within a second make two prefixes: then the whole seconds of objects' names do not
    /// lead back.
    ///
    /// @throws DateTimeException when a pattern has no form for these instants
    boolean needsFractions() {
        ZonedDateTime whole = Instant.EPOCH.atZone(ZoneId.of("UTC"));
        return parts.stream().anyMatch(part -> part instanceof Part.Time(_, DateTimeFormatter format)
                && !format.format(whole).equals(format.format(whole.plusNanos(987_654_321))));
    }

    /// Times of a day, of which each makes another prefix, and all that a time of that day makes: to the second.
    Collection<ZonedDateTime> timesOf(LocalDate day, ZoneId zone) {
        List<DateTimeFormatter> formats = parts.stream()
                .flatMap(part -> part instanceof Part.Time(_, DateTimeFormatter format)
                        ? Stream.of(format)
                        : Stream.empty())
                .toList();
        ZonedDateTime end = day.plusDays(1).atStartOfDay(zone);
        Map<List<String>, ZonedDateTime> times = new LinkedHashMap<>();
        for (ZonedDateTime time = day.atStartOfDay(zone); time.isBefore(end); time = time.plusSeconds(1)) {
            ZonedDateTime at = time;
            times.putIfAbsent(formats.stream().map(format -> format.format(at)).toList(), at);
            if (formats.isEmpty()) {
                break;
            }
        }
        return times.values();
    }

    /// The bound texts that `prefix` may have been evaluated from at that time.
    Set<String> candidates(String prefix, ZonedDateTime time) {
        Search search = new Search(prefix, time);
        search.from(0, 0, "");
        return search.found;
    }

    /// Tries every place where the parts may end.
    private final class Search {
        private final String prefix;
        private final ZonedDateTime time;
        private final Set<String> found = new LinkedHashSet<>();
        private int trials;

        Search(String prefix, ZonedDateTime time) {
            this.prefix = prefix;
            this.time = time;
        }

        private void from(int part, int at, String bound) {
            if (++trials > TRIALS_MAX) {
                return;
            }
            if (part == parts.size()) {
                if (at == prefix.length()) {
                    found.add(bound);
                }
                return;
            }
            switch (parts.get(part)) {
                case Part.Text(String text) -> expect(part, at, text, bound + text);
                case Part.Time(String pattern, DateTimeFormatter format) ->
                    expect(part, at, format.format(time), bound + OPEN + TIMESTAMP + pattern + "}");
                case Part.RandomText() -> {
                    if (at + RANDOM_CHARS <= prefix.length()) {
                        from(part + 1, at + RANDOM_CHARS, bound + "!{firehose:random-string}");
                    }
                }
                case Part.Key _,Part.ErrorType _ -> value(part, at, bound);
            }
        }

        private void expect(int part, int at, String text, String bound) {
            if (prefix.startsWith(text, at)) {
                from(part + 1, at + text.length(), bound);
            }
        }

        private void value(int part, int at, String bound) {
            Optional<String> next = next(part + 1);
            for (int end = prefix.length(); end > at; end--) {
                if (next.isEmpty() || prefix.startsWith(next.get(), end)) {
                    from(part + 1, end, bound + prefix.substring(at, end).replace(OPEN, "!{!}"));
                }
            }
        }

        private Optional<String> next(int part) {
            if (part == parts.size()) {
                return Optional.empty();
            }
            return switch (parts.get(part)) {
                case Part.Text(String text) -> Optional.of(text);
                case Part.Time(_, DateTimeFormatter format) -> Optional.of(format.format(time));
                case Part.Key _,Part.ErrorType _,Part.RandomText _ -> Optional.empty();
            };
        }
    }
}
