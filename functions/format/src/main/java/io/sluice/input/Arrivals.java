package io.sluice.input;

import io.sluice.jq.JqException;
import io.sluice.jq.JqProgram;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tells when records arrived: all when the run started, or each at a time that is taken out of it with jq.
///
/// The jq program gives a number (seconds since 1970, or milliseconds from 100,000,000,000 on) or a text: such a
/// number, or ISO 8601 (UTC where it names no offset).
/// A record that it gives no time for (it is not JSON, or lacks the field) has to take a neighbour's time.
/// Not for use by several threads.
public final class Arrivals {
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(\\.\\d{1,9})?");
    /// Numbers from here on are milliseconds: as seconds they would lie in the year 5138 and later.
    private static final BigDecimal MILLIS_FROM = new BigDecimal("1e11");

    private final @Nullable JqProgram program;
    private final Instant start;
    private long told;
    private long missing;
    private @Nullable String firstMissing;

    private Arrivals(@Nullable JqProgram program, Instant start) {
        this.program = program;
        this.start = start;
    }

    /// Every record arrives at `start`.
    public static Arrivals at(Instant start) {
        return new Arrivals(null, start);
    }

    /// Every record arrives when `program` says.
    ///
    /// @param start the time of all records when none has one
    /// @throws JqException when `program` does not compile
    public static Arrivals by(String program, Instant start) {
        return new Arrivals(JqProgram.compile(program), start);
    }

    /// The arrival of records for which there is no other time.
    public Instant start() {
        return start;
    }

    /// Returns the arrival of `record`; empty when it does not say.
    public Optional<Instant> of(InputRecord record) {
        JqProgram jq = program;
        if (jq == null) {
            return Optional.of(start);
        }
        try {
            Instant time = instant(jq.run(record.data()));
            told++;
            return Optional.of(time);
        } catch (JqException | DateTimeException | ArithmeticException e) {
            missing++;
            if (firstMissing == null) {
                firstMissing = "byte " + record.offset() + " of " + record.source() + ": " + e.getMessage();
            }
            return Optional.empty();
        }
    }

    private static Instant instant(List<String> outputs) {
        if (outputs.size() != 1) {
            throw new DateTimeException("the program gives " + outputs.size() + " values");
        }
        String output = outputs.getFirst();
        String text = output.startsWith("\"") ? output.substring(1, output.length() - 1) : output;
        if (NUMBER.matcher(text).matches()) {
            BigDecimal number = new BigDecimal(text);
            BigDecimal millis = number.abs().compareTo(MILLIS_FROM) < 0 ? number.movePointRight(3) : number;
            return Instant.ofEpochMilli(millis.setScale(0, RoundingMode.FLOOR).longValueExact());
        }
        TemporalAccessor time = DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from,
                LocalDateTime::from);
        return time instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : Instant.from(time);
    }

    /// Returns why the program is of no use: it gave no record a time. Empty when it gave one, or there was no record.
    public Optional<String> failure() {
        return missing == 0 || told > 0
                ? Optional.empty()
                : Optional.of("the program of arrival times gives none for any of " + missing
                        + (missing == 1 ? " record: " : " records; the first: ") + firstMissing);
    }

    /// A sentence about records that no time was found for, if there were any.
    public Optional<String> warning() {
        return missing == 0
                ? Optional.empty()
                : Optional
                        .of("records without an arrival time took a neighbour's: " + missing + " of them, the first at "
                                + firstMissing);
    }
}
