package io.sluice.layout;

import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The value of a `!{timestamp:…}` expression: any pattern of `DateTimeFormatter`, in English. Immutable.
///
/// Patterns come from configurations, so a process sees few; their formatters are built once and kept.
public final class TimestampPattern {
    private static final int KEPT_MAX = 256;
    private static final ConcurrentMap<String, TimestampPattern> KEPT = new ConcurrentHashMap<>();
    private static final int SAMPLES = 360;
    private static final LocalDateTime FIRST_SAMPLE = LocalDateTime.of(2024, 1, 1, 0, 59, 59, 999_999_999);

    private final String text;
    private final DateTimeFormatter formatter;
    private final List<DateToken> tokens;
    private final String sample;

    private TimestampPattern(String text) {
        this.text = text;
        this.formatter = DateTimeFormatter.ofPattern(text, Locale.ENGLISH);
        this.tokens = List.copyOf(DatePattern.tokens(text));
        this.sample = format(Instant.EPOCH, ZoneOffset.UTC);
    }

    /// @throws IllegalArgumentException when `DateTimeFormatter` refuses the pattern
    /// @throws DateTimeException        when it has no form for an instant
    static TimestampPattern of(String text) {
        TimestampPattern kept = KEPT.get(text);
        if (kept != null) {
            return kept;
        }
        TimestampPattern compiled = new TimestampPattern(text);
        if (KEPT.size() < KEPT_MAX) {
            KEPT.put(text, compiled);
        }
        return compiled;
    }

    /// The pattern as it was written.
    public String text() {
        return text;
    }

    /// Some text of the pattern, for what depends on its form only, such as where its slashes are.
    String sample() {
        return sample;
    }

    /// @throws DateTimeException when the pattern has no form for this instant, as `pH` (one character wide) at ten
    ///         o'clock
    String format(Instant instant, ZoneId zone) {
        return formatter.format(instant.atZone(zone));
    }

    /// The date fields that `text` tells, when the pattern can have given it; of the others, such as week-based years,
    /// none. Nothing is filled in: an hour without minutes stays one.
    Optional<Map<ChronoField, Long>> read(String text) {
        ParsePosition position = new ParsePosition(0);
        TemporalAccessor parsed = formatter.parseUnresolved(text, position);
        if (parsed == null || position.getErrorIndex() >= 0 || position.getIndex() != text.length()) {
            return Optional.empty();
        }
        Map<ChronoField, Long> fields = new EnumMap<>(ChronoField.class);
        for (ChronoField field : DateFields.KNOWN) {
            if (parsed.isSupported(field)) {
                fields.put(field, parsed.getLong(field));
            }
        }
        return Optional.of(fields);
    }

    /// The parts of the pattern, in order.
    List<DateToken> tokens() {
        return tokens;
    }

    /// Tests whether it has nothing but fields and text.
    boolean isPlain() {
        return DatePattern.isPlain(tokens);
    }

    /// The pattern of this one's text and then that of `next`; empty where there is none, as for `yyyy` after `yyyy`,
    /// which would be a year of eight digits.
    Optional<TimestampPattern> followedBy(TimestampPattern next) {
        List<DateToken> both = new ArrayList<>(tokens);
        both.addAll(next.tokens);
        return DatePattern.tokens(text + next.text).equals(both) ? Optional.of(of(text + next.text)) : Optional.empty();
    }

    /// The patterns between the slashes that this one's text has, in order; what stands before the first slash comes
    /// first.
    ///
    /// @throws PrefixException when it has slashes and an optional section, which may leave some of them out
    List<String> betweenSlashes() {
        List<String> between = DatePattern.betweenSlashes(tokens);
        if (between.size() > 1 && tokens.contains(new DateToken.Other("["))) {
            throw new PrefixException("!{timestamp:" + text + "} has an optional section and slashes, which cannot be "
                    + "read back");
        }
        return between;
    }

    /// The longest text that the pattern gives, in characters, for any instant of this millennium in any zone: measured
    /// on every month, weekday and hour in UTC, plus what the zone that has the longest name adds.
    ///
    /// @throws DateTimeException when there are instants that the pattern has no form for
    int charsMax() {
        return DatePattern.hasOneLength(tokens) ? sample.length() : measuredCharsMax();
    }

    private int measuredCharsMax() {
        int longest = 0;
        for (int i = 0; i < SAMPLES; i++) {
            Instant sample = FIRST_SAMPLE.plusHours(25L * i).toInstant(ZoneOffset.UTC);
            longest = Math.max(longest, format(sample, ZoneOffset.UTC).length());
        }
        return longest + (namesZone() ? zoneCharsMax() : 0);
    }

    private int zoneCharsMax() {
        Instant winter = FIRST_SAMPLE.toInstant(ZoneOffset.UTC);
        Instant summer = FIRST_SAMPLE.plusDays(182).toInstant(ZoneOffset.UTC);
        int inUtc = Math.min(format(winter, ZoneOffset.UTC).length(), format(summer, ZoneOffset.UTC).length());
        int longest = inUtc;
        for (String id : ZoneId.getAvailableZoneIds()) {
            ZoneId zone = ZoneId.of(id);
            longest = Math.max(longest, Math.max(format(winter, zone).length(), format(summer, zone).length()));
        }
        return longest - inUtc;
    }

    private boolean namesZone() {
        return tokens.stream()
                .anyMatch(token -> token instanceof DateToken.Field(char letter, int _)
                        && "VvzOXxZ".indexOf(letter) >= 0);
    }

    @Override
    public String toString() {
        return text;
    }
}
