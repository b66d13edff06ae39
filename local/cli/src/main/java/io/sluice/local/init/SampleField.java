package io.sluice.local.init;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The values of a sample at one place of its records. Memory is bounded by [#VALUES_MAX], whatever the sample holds.
final class SampleField {
    /// Values that are told apart: far more than a key may have.
    static final int VALUES_MAX = 20_000;
    private static final int DAYS_MAX = 4_000;
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d*)?([eE][-+]?\\d+)?");
    private static final Pattern FRACTION = Pattern.compile("-?\\d*\\.\\d+([eE][-+]?\\d+)?");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_.-]*");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final List<String> path;
    private final Map<String, Long> values = new HashMap<>();
    private final Map<TimeForm, Long> forms = new EnumMap<>(TimeForm.class);
    private final Map<TimeForm, NavigableSet<LocalDate>> days = new EnumMap<>(TimeForm.class);
    private long present;
    private boolean fractions;
    private long empty;
    private boolean manyValues;
    private boolean negatives;
    private boolean oddTexts;
    private boolean numbers;
    /// All values so far have one form of a time in common.
    private boolean mayBeTime = true;

    /// @param path names from the record's object on
    SampleField(List<String> path) {
        this.path = List.copyOf(path);
    }

    /// @param value no object, array or `null`
    void add(JsonNode value) {
        present++;
        String text = value.asText();
        empty += text.isEmpty() ? 1 : 0;
        fractions = fractions || value.isFloatingPointNumber() || FRACTION.matcher(text).matches();
        numbers = numbers || NUMBER.matcher(text).matches();
        negatives = negatives || (text.startsWith("-") && NUMBER.matcher(text).matches());
        oddTexts = oddTexts || !WORD.matcher(text).matches();
        if (values.size() < VALUES_MAX || values.containsKey(text)) {
            values.merge(text, 1L, Long::sum);
        } else {
            manyValues = true;
        }
        if (mayBeTime) {
            TimeForm.of(value).forEach(this::add);
            mayBeTime = time().isPresent();
        }
    }

    private void add(TimeForm.Read time) {
        forms.merge(time.form(), 1L, Long::sum);
        NavigableSet<LocalDate> known = days.computeIfAbsent(time.form(), _ -> new TreeSet<>());
        if (known.size() < DAYS_MAX) {
            known.add(time.day());
        }
    }

    /// Its place, as jq has it.
    String jq() {
        StringBuilder jq = new StringBuilder();
        for (String name : path) {
            if (PLAIN.matcher(name).matches()) {
                jq.append('.').append(name);
            } else {
                jq.append(jq.isEmpty() ? "." : "").append('[').append(QuotedText.quoted(name)).append(']');
            }
        }
        return jq.toString();
    }

    /// Its place, for sentences and for `--keys`.
    String name() {
        return String.join(".", path);
    }

    /// A name for a key: letters, digits and underscores.
    String keyName() {
        String name = path.getLast().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]+", "_").replaceAll("^_+|_+$", "");
        return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "key_" + name : name;
    }

    int depth() {
        return path.size();
    }

    /// Records in which there is something to make a folder of.
    long usable() {
        return present - empty;
    }

    /// Distinct values, as far as they were told apart.
    int distinct() {
        return values.size();
    }

    String distinctText() {
        return (manyValues ? "more than " : "") + "%,d".formatted(distinct());
    }

    /// Tests whether its values are measured, and not counted or named.
    boolean isMeasure() {
        return fractions || negatives;
    }

    /// Tests whether its values are words and not, say, lists of them, or measures.
    boolean hasWords() {
        return !oddTexts && !numbers;
    }

    /// Records that the most frequent value has.
    long mostFrequent() {
        return values.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /// The longest value, in characters.
    int longest() {
        return values.keySet().stream().mapToInt(String::length).max().orElse(0);
    }

    /// The form that every value has, if they are times.
    Optional<TimeForm> time() {
        return forms.entrySet().stream().filter(form -> form.getValue() == present).map(Map.Entry::getKey).findFirst();
    }

    /// The days of its times; none if they are no times.
    NavigableSet<LocalDate> days() {
        return time().map(days::get).orElseGet(TreeSet::new);
    }

    /// The number of days, months or years that its times are in.
    long count(Span span) {
        return days().stream().map(span::of).distinct().count();
    }

    /// Some of the values, for a sentence.
    String examples() {
        return values.entrySet().stream().sorted((a, b) -> Long.compare(b.getValue(), a.getValue())).limit(3)
                .map(Map.Entry::getKey).map(text -> text.length() > 20 ? text.substring(0, 20) + "…" : text)
                .map(QuotedText::quoted).collect(Collectors.joining(", "));
    }
}
