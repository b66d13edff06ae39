package io.sluice.repartition;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A day whose rows the view reads from the target, and what it still reads of the day's source.
///
/// @param since when it was moved
public record Moved(LocalDate day, Instant since, Streamed streamed) {
    /// What the view still reads of a moved day's source: objects that were not moved, so that none of their rows is in
    /// the target.
    public sealed interface Streamed {
        /// All objects but the moved ones: one that arrives late is visible at once.
        record Except(Set<String> keys) implements Streamed {
            public Except {
                keys = new TreeSet<>(keys);
            }
        }

        /// These objects alone. Of a settled day, whose moved objects would make a long list for nothing; one that
        /// arrives even later is visible from the next repartition on.
        record Only(Set<String> keys) implements Streamed {
            public Only {
                keys = new TreeSet<>(keys);
            }
        }

        /// Everything that is there: the moved objects are removed.
        record All() implements Streamed {}
    }

    Moved with(Streamed next) {
        return new Moved(day, since, next);
    }

    /// Whether the view reads the day's source object `key`.
    boolean reads(String key) {
        return switch (streamed) {
            case Streamed.Except(var keys) -> !keys.contains(key);
            case Streamed.Only(var keys) -> keys.contains(key);
            case Streamed.All() -> true;
        };
    }

    void encode(ByteWriter out) {
        out.signed(day.toEpochDay()).varint(since.toEpochMilli());
        switch (streamed) {
            case Streamed.Except(var keys) -> keys(out.octet('e'), keys);
            case Streamed.Only(var keys) -> keys(out.octet('o'), keys);
            case Streamed.All() -> out.octet('a');
        }
    }

    static Moved decode(ByteReader in) {
        LocalDate day = LocalDate.ofEpochDay(in.signed());
        Instant since = Instant.ofEpochMilli(in.varint());
        return new Moved(day, since, switch (in.octet()) {
            case 'e' -> new Streamed.Except(keys(in));
            case 'o' -> new Streamed.Only(keys(in));
            case 'a' -> new Streamed.All();
            default -> throw new MalformedEncodingException("a watermark of a kind that this version does not know");
        });
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
