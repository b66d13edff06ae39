package io.sluice.local.expect;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A record that goes in, and what is expected of it.
///
/// @param name     no other case of the file has it
/// @param line     where it begins in its file, from 1; 0 where that is not known
/// @param data     the source record's bytes
/// @param arrival  when the source received it; empty where nothing that is expected depends on it
/// @param count    how many records are to come out, where that is said
/// @param expected of each record that comes out, in order; one alone beside `count` is of every one
record TestCase(String name, int line, byte[] data, Optional<Instant> arrival, OptionalInt count,
        List<Expected> expected) {
    TestCase {
        expected = List.copyOf(expected);
        data = data.clone();
        if (expected.isEmpty() && count.isEmpty()) {
            throw new IllegalArgumentException("the case " + name + " expects nothing");
        }
    }

    @Override
    public byte[] data() {
        return Arrays.copyOf(data, data.length);
    }

    /// The number of records that are to come out.
    int outcomes() {
        return count.orElse(expected.size());
    }

    /// The expectations of the record that comes out as number `index`, from 0; empty where there are none.
    Optional<Expected> expected(int index) {
        if (expected.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(expected.get(expected.size() == 1 ? 0 : index));
    }
}
