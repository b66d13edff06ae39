package io.sluice.simulation.folders;

import io.sluice.simulation.Choices;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// A stream's configuration as an operator writes it, drawn over all that prefixes can be: keys of a query and of a
/// function, a date among them, times of every unit in one part or in several, random strings, what Firehose appends.
///
/// @param query       keys that the prefix takes from the query
/// @param lambda      keys that it takes from a function
/// @param values      key → values that records have
/// @param percent     `KeyEncoding`
/// @param days        `Retention.Days`
/// @param undecidable paths of some values can be read in two ways, or not at all
record FolderStream(String prefix, String errorPrefix, Set<String> query, Set<String> lambda,
        Map<String, List<String>> values, ZoneId zone, boolean percent, Duration interval, long objectBytesMax,
        Optional<Integer> days, boolean undecidable) {
    /// A key whose values are dates in UTC.
    static final String DATE = "date";
    static final String DATE_PATTERN = "yyyy-MM-dd";

    private static final List<String> ZONES = List.of("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu",
            "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia", "Pacific/Marquesas");
    private static final List<List<String>> TIMES = List.of(List.of(), List.of("yyyy/MM/dd/HH"),
            List.of("yyyy-MM-dd"), List.of("yyyy-MM-dd-HH"), List.of("yyyy", "MM", "dd"),
            List.of("yyyy", "MM", "dd", "HH"), List.of("yyyy-MM-dd", "HH"), List.of("yyyyMMdd"), List.of("yyyy-MM"),
            List.of("yyyy"), List.of("yyyy/DDD"), List.of("yyyy-MM-dd-HH-mm"), List.of("MM-dd"),
            List.of("'on 'd' of 'MMMM' 'yyyy"), List.of("EEE", "yyyy-MM-dd"), List.of("uuuu/M/d", "HH"),
            List.of("HH"), List.of("yyyy-MM-dd", "yyyy-MM-dd-HH"));
    private static final List<String> VALUES = List.of("a", "ab", "b", "A", "a-b", "-", "x y", "a=b", "é", "%41", "50%",
            "日本", "𝄞", "a!{b", "}", "..", ".", "a/b", "../a", "a//b", "k=a", "a\u0001", "0123456789".repeat(60));
    private static final List<String> HEADS = List.of("", "data/", "data/v1-", "quakes-1-", "a/", "é/");
    private static final List<String> ERRORS = List.of("errors/!{firehose:error-output-type}/", "errors/",
            "errors/!{timestamp:yyyy/MM/dd}/!{firehose:error-output-type}/!{firehose:random-string}/",
            "failed-!{firehose:error-output-type}-!{timestamp:yyyy-MM-dd'T'HH}/");
    private static final int VALUES_MAX = 4;

    static FolderStream draw(Choices choices) {
        Set<String> query = new TreeSet<>();
        Set<String> lambda = new TreeSet<>();
        List<String> pieces = new ArrayList<>();
        for (String key : List.of("k", "z")) {
            if (choices.oneIn(2)) {
                query.add(key);
                pieces.add(piece(key, "!{partitionKeyFromQuery:" + key + "}", choices));
            }
        }
        if (choices.oneIn(4)) {
            query.add(DATE);
            pieces.add(piece(DATE, "!{partitionKeyFromQuery:" + DATE + "}", choices));
        }
        if (choices.oneIn(4)) {
            lambda.add("l");
            pieces.add(piece("l", "!{partitionKeyFromLambda:l}", choices));
        }
        for (String time : choices.pick(TIMES)) {
            pieces.add(piece("t", "!{timestamp:" + time + "}", choices));
        }
        boolean glued = choices.oneIn(5);
        String prefix = choices.pick(HEADS) + joined(pieces, glued ? "-" : "/", choices)
                + (pieces.isEmpty() ? "" : end(choices));
        boolean errorsUnset = !prefix.contains("!{") && choices.oneIn(3);
        Map<String, List<String>> values = new TreeMap<>();
        Set<String> keys = new TreeSet<>(query);
        keys.addAll(lambda);
        keys.remove(DATE);
        keys.forEach(key -> values.put(key, values(choices)));
        return new FolderStream(prefix, errorsUnset ? "" : choices.pick(ERRORS), query, lambda, values,
                ZoneId.of(choices.pick(ZONES)), choices.oneIn(2),
                Duration.ofSeconds(choices.pick(List.of(60, 300, 900))), choices.pick(List.of(8L, 1L << 20)),
                choices.pick(List.of(Optional.empty(), Optional.of(1), Optional.of(3))), glued);
    }

    private static String piece(String name, String expression, Choices choices) {
        return choices.oneIn(2) ? name + "=" + expression : expression;
    }

    private static String joined(List<String> pieces, String between, Choices choices) {
        List<String> left = new ArrayList<>(pieces);
        List<String> drawn = new ArrayList<>();
        while (!left.isEmpty()) {
            drawn.add(left.remove(choices.below(left.size())));
        }
        return String.join(between, drawn);
    }

    private static String end(Choices choices) {
        return switch (choices.below(8)) {
            case 0 -> "/part-";
            case 1 -> "/!{firehose:random-string}/";
            case 2 -> "-";
            default -> "/";
        };
    }

    private static List<String> values(Choices choices) {
        List<String> values = new ArrayList<>();
        for (int i = choices.between(1, VALUES_MAX); i > 0; i--) {
            values.add(choices.pick(VALUES));
        }
        return values;
    }
}
