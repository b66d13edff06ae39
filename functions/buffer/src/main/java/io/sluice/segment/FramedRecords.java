package io.sluice.segment;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/// The records of a chunk whose object is made of single records, each after its arrival time and its length: whatever
/// bytes a record has, it is told apart from its neighbours, and an error record of it says when it arrived.
///
/// @param chunk         the chunk's bytes, decompressed
/// @param oldestArrival of the chunk, epoch milliseconds; times are kept as what they are later
public record FramedRecords(byte[] chunk, long oldestArrival) implements Iterable<FramedRecords.Framed> {
    private static final int HEAD_BYTES = 12;

    /// One record.
    ///
    /// @param arrival epoch milliseconds
    public record Framed(byte[] bytes, long arrival) {}

    /// Returns the bytes before a record.
    static byte[] head(int length, long arrival, long oldestArrival) {
        return new ByteWriter(HEAD_BYTES).varint(arrival - oldestArrival).varint(length).toBytes();
    }

    /// The records in order.
    ///
    /// The iterator throws [MalformedEncodingException] where the chunk is damaged.
    @Override
    public Iterator<Framed> iterator() {
        ByteReader reader = new ByteReader(chunk);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !reader.atEnd();
            }

            @Override
            public Framed next() {
                if (reader.atEnd()) {
                    throw new NoSuchElementException();
                }
                long arrival = oldestArrival + reader.varint();
                return new Framed(reader.bytes(), arrival);
            }
        };
    }
}
