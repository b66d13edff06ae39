package io.sluice.view;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
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

    public Watermark {
        days = Collections.unmodifiableNavigableMap(new TreeMap<>(days));
    }

    public static Watermark none(String from) {
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

    /// Tests whether the view reads the target's objects of a day.
    public boolean readsTarget(LocalDate day) {
        return of(day).filter(DayState::readsTarget).isPresent();
    }

    /// Tests whether a day has moved sources which are still there, and which the view does not read.
    public boolean hidesSource(LocalDate day) {
        return of(day).filter(DayState::hidesSource).isPresent();
    }

    /// The days that have moved sources which are still there.
    public List<LocalDate> unremoved() {
        return days.keySet().stream().filter(this::hidesSource).toList();
    }

    /// The rounds of a day.
    public DayState.Target.Rounds rounds(LocalDate day) {
        return of(day).map(DayState::target).filter(DayState.Target.Rounds.class::isInstance)
                .map(DayState.Target.Rounds.class::cast).orElse(DayState.Target.Rounds.NONE);
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(1_024).octet(FORMAT).varint(version).text(from).varint(days.size());
        days.values().forEach(moved -> moved.encode(out));
        return out.checksum().toBytes();
    }

    /// @throws MalformedEncodingException when `bytes` were damaged or are of a later format
    static Watermark decode(byte[] bytes) {
        ByteReader in = ByteReader.checked(bytes, "repartition watermark");
        if (in.octet() != FORMAT) {
            throw new MalformedEncodingException("a watermark of a format that this version does not know");
        }
        long version = in.varint();
        String from = in.text();
        NavigableMap<LocalDate, DayState> days = new TreeMap<>();
        int size = in.count(4);
        for (int i = 0; i < size; i++) {
            DayState moved = DayState.decode(in);
            days.put(moved.day(), moved);
        }
        return new Watermark(version, from, days);
    }
}
