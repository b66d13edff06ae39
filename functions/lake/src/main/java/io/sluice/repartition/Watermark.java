package io.sluice.repartition;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import java.time.LocalDate;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// The days that a stream's view reads, and where from: one immutable version of it. A row counts once in every
/// version: a moved day's rows are read from the target, and of its source only what was not moved.
///
/// @param version 0 before there is any; each next one is one more
/// @param from    the one source prefix that the stream is repartitioned from
/// @param days    the moved days
public record Watermark(long version, String from, NavigableMap<LocalDate, DayState> days) {
    private static final int FORMAT = 1;
    /// The format of a watermark with [rounds][Moved.Target.Rounds]. Others keep the first one.
    private static final int FORMAT_ROUNDS = 2;

    public Watermark {
        days = Collections.unmodifiableNavigableMap(new TreeMap<>(days));
    }

    static Watermark none(String from) {
        return new Watermark(0, from, new TreeMap<>());
    }

    /// The next version, with `moved` in place of what it says of that day.
    public Watermark with(DayState moved) {
        NavigableMap<LocalDate, DayState> next = new TreeMap<>(days);
        next.put(moved.day(), moved);
        return new Watermark(version + 1, from, next);
    }

    public Optional<DayState> of(LocalDate day) {
        return Optional.ofNullable(days.get(day));
    }

    /// Tests whether the view reads a source object.
    public boolean readsSource(LocalDate day, String key) {
        return of(day).map(moved -> moved.reads(key)).orElse(true);
    }

    /// Tests whether the view reads the target's objects of a day.
    public boolean readsTarget(LocalDate day) {
        return of(day).filter(DayState::readsTarget).isPresent();
    }

    private boolean hasRounds() {
        return days.values().stream().anyMatch(moved -> moved.target() instanceof DayState.Target.Rounds);
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(1_024).octet(hasRounds() ? FORMAT_ROUNDS : FORMAT).varint(version).text(from)
                .varint(days.size());
        days.values().forEach(moved -> {
            moved.encode(out);
            if (hasRounds()) {
                moved.encodeTarget(out);
            }
        });
        return out.checksum().toBytes();
    }

    /// @throws MalformedEncodingException when `bytes` were damaged or are of a later format
    static Watermark decode(byte[] bytes) {
        ByteReader in = ByteReader.checked(bytes, "repartition watermark");
        int format = in.octet();
        if (format != FORMAT && format != FORMAT_ROUNDS) {
            throw new MalformedEncodingException("a watermark of a format that this version does not know");
        }
        long version = in.varint();
        String from = in.text();
        NavigableMap<LocalDate, DayState> days = new TreeMap<>();
        int size = in.count(3);
        for (int i = 0; i < size; i++) {
            DayState whole = DayState.decode(in);
            DayState moved = format == FORMAT_ROUNDS ? whole.decodeTarget(in) : whole;
            days.put(moved.day(), moved);
        }
        return new Watermark(version, from, days);
    }
}
