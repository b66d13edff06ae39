package io.sluice.call;

import io.sluice.event.CallSettings.Retries;
import io.sluice.firehose.Base64Text;
import io.sluice.firehose.RecordId;
import io.sluice.firehose.SourceRecord;
import io.sluice.position.RecordName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A call of `PutRecord` or `PutRecordBatch`: its records are staged together, or none of them is.
///
/// @param id      which the ids of its records are made of
/// @param retries what becomes of another attempt at it
/// @param arrival when it was received, at this attempt
/// @param records the payloads, in the order of the request; 1 at least
public record Call(RecordName id, Retries retries, Instant arrival, List<byte[]> records) {
    /// @throws IllegalArgumentException when it has no records
    public Call {
        records = List.copyOf(records);
        if (records.isEmpty()) {
            throw new IllegalArgumentException("a call of no records");
        }
    }

    /// A call whose client names it, and names it the same at each attempt. The request's hash is part of what it is
    /// known by, so that a client which gives two calls one name loses none of them.
    ///
    /// @param invocation the client's name of the call (`amz-sdk-invocation-id`); not empty
    /// @param bodyHash   of the request, byte for byte
    public static Call named(String stream, String invocation, byte[] bodyHash, Retries retries, Instant arrival,
            List<byte[]> records) {
        return new Call(RecordName.of(stream, invocation, bodyHash), retries, arrival, records);
    }

    /// A call that its client has no name for: another attempt at it looks as any other call does.
    ///
    /// @param drawn an id that no other call has
    public static Call nameless(RecordName drawn, Instant arrival, List<byte[]> records) {
        return new Call(drawn, Retries.AGAIN, arrival, records);
    }

    /// The name that its receipt is under; empty: it has none.
    Optional<RecordName> receipt() {
        return retries == Retries.ONCE ? Optional.of(id) : Optional.empty();
    }

    /// The id of a record, the same in each answer to the call.
    ///
    /// @param index from 0
    public String recordId(int index) {
        return id + "-" + index;
    }

    /// The bytes of all payloads together.
    long bytes() {
        return records.stream().mapToLong(each -> each.length).sum();
    }

    Stream<SourceRecord> sourceRecords() {
        return IntStream.range(0, records.size()).mapToObj(index -> new SourceRecord(RecordId.of(recordId(index)),
                arrival, records.get(index), Base64Text.of(records.get(index)), Optional.empty(), Optional.empty(),
                receipt()));
    }
}
