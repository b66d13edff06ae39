package io.sluice.view;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/// A day whose rows the view reads from the target, and what it still reads of the day's source.
///
/// @param since  when it was moved, or its latest round was decided
/// @param target what the view reads of the day in the target
public record DayState(LocalDate day, Instant since, Streamed streamed, Target target) {
    /// A day of which the view reads all that is in the target.
    public DayState(LocalDate day, Instant since, Streamed streamed) {
        this(day, since, streamed, new Target.Whole());
    }

    /// The objects of a day in the target that the view reads.
    public sealed interface Target {
        /// Every object.
        record Whole() implements Target {}

        /// Objects of these rounds alone: a compaction takes a day in rounds, since objects may come late, and what an
        /// abandoned round wrote is never read.
        ///
        /// @param shown what is read; empty: nothing of the day
        /// @param next  the round that is decided next: all before it are shown or abandoned, for good
        record Rounds(NavigableSet<Integer> shown, int next) implements Target {
            public Rounds {
                shown = Collections.unmodifiableNavigableSet(new TreeSet<>(shown));
            }

            /// Before any is decided.
            public static final Rounds NONE = new Rounds(new TreeSet<>(), 1);

            /// Once the next round is read.
            public Rounds show() {
                NavigableSet<Integer> more = new TreeSet<>(shown);
                more.add(next);
                return new Rounds(more, next + 1);
            }

            /// Once it is certain that the next round never is.
            public Rounds abandon() {
                return new Rounds(shown, next + 1);
            }
        }
    }

    /// The objects of a moved day's source that the view still reads: those that were not moved, so that none of their
    /// rows is in the target.
    public sealed interface Streamed {
        /// All objects but the moved ones: one that arrives late is visible at once.
        record Except(Set<String> keys) implements Streamed {
            public Except {
                keys = new TreeSet<>(keys);
            }
        }

        /// These objects alone. Of a settled day, whose moved objects would make a long list for nothing; one that
        /// arrives after the listing that says so is visible from the next run on.
        record Only(Set<String> keys) implements Streamed {
            public Only {
                keys = new TreeSet<>(keys);
            }
        }

        /// Everything that is there: the moved objects are removed.
        record All() implements Streamed {}
    }

    /// The same with other rest of its source.
    public DayState with(Streamed next) {
        return new DayState(day, since, next, target);
    }

    /// Tests whether the view reads anything of the day in the target.
    boolean readsTarget() {
        return switch (target) {
            case Target.Whole() -> true;
            case Target.Rounds(var shown, var _) -> !shown.isEmpty();
        };
    }

    /// Tests whether the view reads the day's source object `key`.
    public boolean reads(String key) {
        return switch (streamed) {
            case Streamed.Except(var keys) -> !keys.contains(key);
            case Streamed.Only(var keys) -> keys.contains(key);
            case Streamed.All() -> true;
        };
    }

    /// Tests whether moved objects of the day's source are still there, which the view does not read.
    public boolean hidesSource() {
        return !(streamed instanceof Streamed.All);
    }

    /// The last of the rounds that the view reads; 0 when it reads none.
    public int lastRound() {
        return target instanceof Target.Rounds(var shown, var _) && !shown.isEmpty() ? shown.last() : 0;
    }

    void encode(ByteWriter out) {
        out.signed(day.toEpochDay()).varint(since.toEpochMilli());
        switch (streamed) {
            case Streamed.Except(var keys) -> keys(out.octet('e'), keys);
            case Streamed.Only(var keys) -> keys(out.octet('o'), keys);
            case Streamed.All() -> out.octet('a');
        }
        switch (target) {
            case Target.Whole() -> out.octet('w');
            case Target.Rounds(var shown, int next) -> {
                out.octet('r').varint(next).varint(shown.size());
                shown.forEach(out::varint);
            }
        }
    }

    static DayState decode(ByteReader in) {
        LocalDate day = LocalDate.ofEpochDay(in.signed());
        Instant since = Instant.ofEpochMilli(in.varint());
        Streamed streamed = switch (in.octet()) {
            case 'e' -> new Streamed.Except(keys(in));
            case 'o' -> new Streamed.Only(keys(in));
            case 'a' -> new Streamed.All();
            default -> throw unknown();
        };
        return new DayState(day, since, streamed, switch (in.octet()) {
            case 'w' -> new Target.Whole();
            case 'r' -> rounds(in);
            default -> throw unknown();
        });
    }

    private static Target.Rounds rounds(ByteReader in) {
        int next = in.length();
        int size = in.count(1);
        NavigableSet<Integer> shown = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            shown.add(in.length());
        }
        return new Target.Rounds(shown, next);
    }

    private static MalformedEncodingException unknown() {
        return new MalformedEncodingException("a watermark of a kind that this version does not know");
    }

    private static void keys(ByteWriter out, Set<String> keys) {
        out.varint(keys.size());
        keys.forEach(out::text);
    }

    private static Set<String> keys(ByteReader in) {
        int size = in.count(1);
        List<String> keys = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            keys.add(in.text());
        }
        return new TreeSet<>(keys);
    }
}
