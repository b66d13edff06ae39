package io.sluice.local.init;

import io.sluice.local.Sizes;
import io.sluice.local.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Chooses keys: one field of few values, and the date of one time. Each choice, and each field that looks like a key
/// and is none, comes with a sentence.
final class KeyChoice {
    /// More values than that make small objects.
    private static final int VALUES_MAX = 50;
    private static final int RECORDS_PER_VALUE_MIN = 5;
    /// Few records of each of a month's days are a small sample; of more days, they would be small objects.
    private static final int DAYS_OF_A_SAMPLE = 31;
    private static final int LENGTH_MAX = 64;
    private static final int TOLD_MAX = 6;
    private static final Pattern TIME_NAME = Pattern.compile("(?i).*(time|date|created|occurred|_at$).*|(.*\\.)?ts");
    private static final Pattern LATER_NAME = Pattern.compile("(?i).*(updat|modif|expir|end|process|ingest).*");

    private final SampleFields sample;
    private final List<String> reasons = new ArrayList<>();

    KeyChoice(SampleFields sample) {
        this.sample = sample;
    }

    List<String> reasons() {
        return reasons;
    }

    /// The keys that the user names.
    ///
    /// @throws UsageException when the sample has no such field
    List<Key> named(List<String> names) {
        List<Key> keys = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (String name : names) {
            SampleField field = sample.named(name)
                    .orElseThrow(() -> new UsageException("--keys: no record of the sample has"
                            + " a text, number or boolean at '" + name + "'; it has " + some()));
            Key key = key(field, Span.DAY, taken);
            keys.add(key);
            reasons.add("key " + key.name() + ": " + field.name() + ", as you say; " + told(key));
            missing(field);
        }
        return keys;
    }

    /// Further keys that the user names, beside `kept`.
    ///
    /// @throws UsageException when the sample has no such field, or it is among `kept`
    List<Key> more(List<String> names, List<Key> kept) {
        List<Key> keys = new ArrayList<>();
        Set<String> taken = new HashSet<>(kept.stream().map(Key::name).toList());
        Set<SampleField> fields = new HashSet<>(kept.stream().map(Key::field).toList());
        for (String name : names) {
            SampleField field = field(name);
            if (!fields.add(field)) {
                throw new UsageException(field.name() + " is among the keys already");
            }
            keys.add(key(field, Span.DAY, taken));
        }
        return keys;
    }

    private SampleField field(String name) {
        return sample.named(name).orElseThrow(() -> new UsageException("no record of the sample has a text, number or"
                + " boolean at '" + name + "'; it has " + some()));
    }

    private String some() {
        return String.join(", ", sample.fields().stream().map(SampleField::name).limit(20).toList())
                + (sample.fields().size() > 20 ? ", …" : "");
    }

    /// The keys that the sample suggests: none to two.
    List<Key> proposed() {
        List<Key> keys = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        Optional<SampleField> value = value();
        Optional<SampleField> time = time();
        value.ifPresent(field -> {
            Key key = key(field, Span.DAY, taken);
            keys.add(key);
            reasons.add("key " + key.name() + ": " + field.name() + ", which is in every record and has few values; "
                    + told(key));
        });
        time.ifPresent(field -> {
            Span span = span(field).orElseThrow();
            Key key = key(field, span, taken);
            keys.add(key);
            reasons.add("key " + key.name() + ": the " + span.name().toLowerCase(Locale.ROOT) + " of " + field.name()
                    + ", which is in every record; " + told(key));
        });
        refused(keys);
        return keys;
    }

    /// Other keys than those proposed: the time alone, the value alone, the next best value with the time, and none, so
    /// that the day of arrival divides.
    List<List<Key>> others(List<Key> proposed) {
        List<SampleField> values = values().limit(2).toList();
        List<SampleField> times = time().stream().toList();
        List<List<SampleField>> choices = new ArrayList<>(List.of(times, values.stream().limit(1).toList()));
        if (values.size() == 2) {
            choices.add(Stream.concat(Stream.of(values.get(1)), times.stream()).toList());
        }
        choices.add(List.of());
        return choices.stream().map(this::keys).filter(keys -> !keys.equals(proposed)).distinct().toList();
    }

    private List<Key> keys(List<SampleField> fields) {
        Set<String> taken = new HashSet<>();
        return fields.stream().map(field -> key(field, span(field).orElse(Span.DAY), taken)).toList();
    }

    /// A key by a name that is not taken; of a time, by one that no field of the records has, since a table would have
    /// one column for both.
    private Key key(SampleField field, Span span, Set<String> taken) {
        String name = field.keyName();
        if (field.time().isPresent()) {
            boolean free = !taken.contains(span.key()) && sample.fields().stream()
                    .noneMatch(other -> other.name().equalsIgnoreCase(span.key()));
            name = free ? span.key() : name + "_" + span.name().toLowerCase(Locale.ROOT);
        }
        String unique = name;
        for (int number = 2; !taken.add(unique); number++) {
            unique = name + "_" + number;
        }
        return Key.of(field, unique, span);
    }

    static String told(Key key) {
        SampleField field = key.field();
        return field.time()
                .map(form -> form.title() + ", " + Sizes.count(field.days().size(), "day") + " from "
                        + field.days().first()
                        + " to " + field.days().last())
                .orElseGet(() -> (field.distinct() == 1 ? "1 value" : field.distinctText() + " values") + ", as "
                        + field.examples());
    }

    private void missing(SampleField field) {
        long without = sample.records() - field.usable();
        if (without > 0) {
            reasons.add("warning: " + Sizes.count(without, "record") + " of " + Sizes.count(sample.records()) + " "
                    + (without == 1
                            ? "has"
                            : "have")
                    + " no " + field.name()
                    + " and would be rejected; Sluice.MissingKey gives them a folder");
        }
    }

    private Optional<SampleField> value() {
        return values().findFirst();
    }

    /// The fields that are keys, the best first.
    private Stream<SampleField> values() {
        return sample.fields().stream().filter(this::isKey)
                .sorted(Comparator.comparingDouble(KeyChoice::worth).reversed());
    }

    private boolean isKey(SampleField field) {
        return field.usable() == sample.records() && field.time().isEmpty() && !field.isMeasure()
                && field.distinct() >= 2 && field.distinct() <= VALUES_MAX && !isId(field)
                && field.longest() <= LENGTH_MAX && field.mostFrequent() < 0.98 * sample.records();
    }

    private boolean isId(SampleField field) {
        return field.distinct() * (long) RECORDS_PER_VALUE_MIN > sample.records() && field.distinct() > 3;
    }

    /// More values divide more, until objects get small; people ask for words, and rarely for what lies deep.
    private static double worth(SampleField field) {
        return Math.min(Math.log(field.distinct()), Math.log(30)) - 0.1 * field.depth() - (field.hasWords() ? 0 : 1)
                - (field.distinct() > 60 ? 1 : 0);
    }

    private Optional<SampleField> time() {
        return sample.fields().stream()
                .filter(field -> field.usable() == sample.records() && span(field).isPresent())
                .max(Comparator.comparingInt(KeyChoice::promise));
    }

    /// The shortest time of which there are enough records each; empty where there is none, or the field is no time.
    private Optional<Span> span(SampleField field) {
        return field.time().flatMap(_ -> Arrays.stream(Span.values()).filter(span -> {
            long folders = field.count(span);
            return folders <= DAYS_OF_A_SAMPLE || folders * RECORDS_PER_VALUE_MIN <= sample.records();
        }).findFirst());
    }

    private static int promise(SampleField field) {
        int name = TIME_NAME.matcher(field.name()).matches() ? 4 : 0;
        return name - (LATER_NAME.matcher(field.name()).matches() ? 2 : 0) - field.depth();
    }

    /// Names fields that somebody may have expected among the keys.
    private void refused(List<Key> keys) {
        int told = 0;
        for (SampleField field : sample.fields().stream().sorted(Comparator.comparingInt(SampleField::depth))
                .toList()) {
            boolean chosen = keys.stream().anyMatch(key -> key.field() == field);
            if (chosen || told == TOLD_MAX) {
                continue;
            }
            String why = "";
            if (field.time().isEmpty() && field.isMeasure()) {
                why = "is a measure";
            } else if (field.usable() == sample.records() && field.time().isEmpty() && (isId(field)
                    || field.distinct() > VALUES_MAX)) {
                why = "has too many values for a key (" + field.distinctText() + " in " + Sizes.count(sample.records(),
                        "record") + "): each would be a folder";
            } else if (field.time().isPresent() && span(field).isEmpty()) {
                why = "has too many years for a key (%,d in %s): each would be a folder"
                        .formatted(field.count(Span.YEAR), Sizes.count(sample.records(), "record"));
            } else if (field.time().isPresent()) {
                why = "is a time, too";
            } else if (field.usable() < sample.records() && field.distinct() >= 2 && field.distinct() <= VALUES_MAX
                    && !isId(field)) {
                why = "is missing in " + Sizes.count(sample.records() - field.usable(), "record");
            }
            if (!why.isEmpty()) {
                reasons.add("no key: " + field.name() + " " + why);
                told++;
            }
        }
    }
}
