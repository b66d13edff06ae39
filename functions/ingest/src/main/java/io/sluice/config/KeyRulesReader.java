package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.UnusablePrefixException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads `Sluice.Buffering`, and refuses rules that are for no partition.
final class KeyRulesReader {
    private static final String NAME = "Buffering";
    private static final long MIB = 1L << 20;

    private final Problems problems;
    private final PrefixExpression prefix;
    private final KeyEncoding encoding;

    private KeyRulesReader(Problems problems, PrefixExpression prefix, KeyEncoding encoding) {
        this.problems = problems;
        this.prefix = prefix;
        this.encoding = encoding;
    }

    /// A rule, and where it stands.
    record Placed(KeyRule rule, Place place) {}

    static List<Placed> read(Fields sluice) {
        return sluice.objects(NAME).orElse(List.of()).stream().map(KeyRulesReader::rule).toList();
    }

    private static Placed rule(Fields rule) {
        Checks.required(rule, "Match");
        rule.problems().log().count(rule.place(), "Match", 1, Integer.MAX_VALUE);
        Map<String, List<String>> match = new LinkedHashMap<>();
        List<Fields> entries = rule.objects("Match").orElse(List.of());
        entries.forEach(entry -> match(entry, match));
        if (entries.isEmpty() && rule.any("Match").isPresent()) {
            rule.problems().error(rule.place("Match"),
                    "a rule names a key at least; for all partitions there is BufferingHints");
        }
        Optional<Integer> size = Checks.integer(rule, "SizeInMBs", 1, BufferingReader.SIZE_MAX_BUFFER);
        Optional<Integer> interval = Checks.integer(rule, "IntervalInSeconds", 5, BufferingReader.INTERVAL_MAX_BUFFER);
        rule.rejectOthers();
        if (rule.any("SizeInMBs").isEmpty() && rule.any("IntervalInSeconds").isEmpty()) {
            rule.problems().error(rule.place(),
                    "the rule changes nothing: give SizeInMBs, IntervalInSeconds or both, or take it out");
        }
        return new Placed(new KeyRule(match, size.map(value -> value * MIB), interval.map(Duration::ofSeconds)),
                rule.place());
    }

    private static void match(Fields entry, Map<String, List<String>> match) {
        Checks.required(entry, "Key");
        Checks.required(entry, "Values");
        entry.problems().log().count(entry.place(), "Values", 1, Integer.MAX_VALUE);
        Optional<String> key = entry.text("Key");
        List<String> values = new ArrayList<>();
        for (JsonValue.Text value : entry.elements("Values", JsonValue.Text.class, "a string").orElse(List.of())) {
            if (values.contains(value.value())) {
                entry.problems().error(value.place(), "the value is here twice; keep one");
            }
            values.add(value.value());
        }
        entry.rejectOthers();
        if (values.isEmpty() && entry.any("Values").isPresent()) {
            entry.problems().error(entry.place("Values"), "a key of a rule has at least one value");
        }
        key.filter(name -> match.put(name, values) != null).ifPresent(name -> entry.problems().error(
                entry.place("Key"), "the key " + name + " is here twice; list all of its values once"));
    }

    /// Holds the rules against the prefix whose keys they are about, and against each other.
    static void check(List<Placed> rules, StreamRules stream, Problems problems) {
        KeyRulesReader reader = new KeyRulesReader(problems, stream.prefix, stream.encoding);
        for (int i = 0; i < rules.size(); i++) {
            Placed placed = rules.get(i);
            reader.check(placed, rules.subList(0, i));
            BufferingReader.warn(placed.rule.interval(), stream.flushEvery, placed.place.member("IntervalInSeconds"),
                    problems);
            placed.rule.bytes().filter(_ -> stream.converts)
                    .ifPresent(bytes -> ConversionReader.checkSize(placed.place.member("SizeInMBs"), bytes / MIB,
                            problems));
        }
    }

    /// The settings of a stream that rules depend on.
    ///
    /// @param converts whether its objects are converted, in a file of the function's
    record StreamRules(PrefixExpression prefix, KeyEncoding encoding, Duration flushEvery, boolean converts) {}

    private void check(Placed placed, List<Placed> before) {
        placed.rule.match().forEach((key, values) -> check(key, values, placed.place.member("Match")));
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).rule.covers(placed.rule)) {
                problems.error(placed.place, "no partition comes to this rule: each is taken by the rule before it at "
                        + before.get(i).place.path() + "; put this one first, or take it out");
                return;
            }
        }
    }

    private void check(String key, List<String> values, Place place) {
        if (!prefix.keys().contains(key)) {
            problems.error(place, "no partition has a key " + key + ": Prefix has "
                    + (prefix.keys().isEmpty() ? "no keys" : String.join(", ", prefix.keys()))
                    + Nearest.hint(key, prefix.keys()));
        } else if (prefix.queryKeys().contains(key) && prefix.lambdaKeys().contains(key)) {
            problems.error(place, "the key " + key
                    + " is taken both from the query and from code; a rule cannot tell which it means");
        } else {
            values.forEach(value -> checkValue(key, value, place));
        }
    }

    /// A record with such a value has no partition.
    private void checkValue(String key, String value, Place place) {
        Map<String, String> keys = new HashMap<>();
        prefix.keys().forEach(name -> keys.put(name, "x"));
        keys.put(key, encoding.encode(value));
        try {
            if (value.isEmpty() && prefix.lambdaKeys().contains(key)) {
                problems.error(place, "no partition has an empty " + key + ": code supplies none");
            }
            prefix.bind(keys, keys, "");
        } catch (UnusablePrefixException e) {
            problems.error(place, "no partition has the " + key + " \"" + value + "\": " + e.getMessage());
        }
    }
}
