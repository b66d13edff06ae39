package io.sluice.firehose;

import io.sluice.firehose.EventCursor.RecordMember;
import io.sluice.input.Timestamps;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The quick way through an event as Firehose sends it: known members with plain ASCII texts and whole numbers, in any
/// order. Whatever else an event holds, errors included, is for [EventReader]'s own way to judge; on what this one
/// takes, both agree.
///
/// A JSON parser looks at each byte of a payload's text to find its end, and its caller once more to cut it out. Here
/// that is one look at eight bytes at a time: a third of the time for an event (ADR 0010). One instance reads one
/// event.
final class QuickEventReader {
    private final EventCursor cursor;
    /// The member that came last behind each member of a record.
    private final Map<RecordMember, RecordMember> following = new EnumMap<>(RecordMember.class);
    /// The member that a record began with last.
    private RecordMember first = RecordMember.RECORD_ID;
    private String invocationId = "";
    private String deliveryStreamArn = "";
    private @Nullable List<SourceRecord> records;

    private QuickEventReader(byte[] event, int length) {
        this.cursor = new EventCursor(event, length);
    }

    /// The batch of `event[0, length)`, or null when the event takes another look.
    static @Nullable SourceBatch read(byte[] event, int length) {
        try {
            return new QuickEventReader(event, length).read();
        } catch (EventCursor.Unusual | IllegalArgumentException e) {
            return null;
        }
    }

    private @Nullable SourceBatch read() {
        for (boolean more = cursor.opens('{', '}'); more; more = cursor.goesOn('}')) {
            member();
        }
        cursor.expectEnd();
        return records == null
                ? null
                : new SourceBatch(SourceType.FIREHOSE, deliveryStreamArn, invocationId, records);
    }

    private void member() {
        String name = cursor.string();
        cursor.expect(':');
        switch (name) {
            case "invocationId" -> invocationId = cursor.string();
            case "deliveryStreamArn" -> deliveryStreamArn = cursor.string();
            case "region", "sourceKinesisStreamArn" -> cursor.string();
            case "records" -> records();
            default -> throw new EventCursor.Unusual();
        }
    }

    private void records() {
        if (records != null) {
            throw new EventCursor.Unusual();
        }
        records = new ArrayList<>();
        for (boolean more = cursor.opens('[', ']'); more; more = cursor.goesOn(']')) {
            records.add(record());
        }
    }

    private SourceRecord record() {
        RecordId id = RecordId.NONE;
        long arrival = -1;
        Base64Text data = Base64Text.NONE;
        Optional<KinesisPosition> kinesis = Optional.empty();
        @Nullable
        RecordMember before = null;
        for (boolean more = cursor.opens('{', '}'); more; more = cursor.goesOn('}')) {
            before = memberAfter(before);
            switch (before) {
                case RECORD_ID -> id = cursor.id();
                case ARRIVAL -> arrival = cursor.integer();
                case DATA -> data = cursor.base64();
                case KINESIS -> kinesis = Optional.of(kinesis());
            }
        }
        if (id.isEmpty() || arrival < 0) {
            throw new EventCursor.Unusual();
        }
        return new SourceRecord(id, Timestamps.ofNumber((double) arrival, Timestamps.Unit.MILLISECONDS),
                data.decode(), data, kinesis, Optional.empty(), Optional.empty());
    }

    /// The next member of a record, which mostly is the one that came there last.
    private RecordMember memberAfter(@Nullable RecordMember before) {
        RecordMember likely = before == null ? first : following.getOrDefault(before, RecordMember.DATA);
        RecordMember member = cursor.recordMember(likely);
        if (before == null) {
            first = member;
        } else if (member != likely) {
            following.put(before, member);
        }
        return member;
    }

    private KinesisPosition kinesis() {
        String shardId = "";
        String partitionKey = "";
        String sequenceNumber = "";
        String subsequenceNumber = "";
        for (boolean more = cursor.opens('{', '}'); more; more = cursor.goesOn('}')) {
            String name = cursor.string();
            cursor.expect(':');
            switch (name) {
                case "shardId" -> shardId = cursor.string();
                case "partitionKey" -> partitionKey = cursor.string();
                case "sequenceNumber" -> sequenceNumber = cursor.string();
                case "subsequenceNumber" -> subsequenceNumber = cursor.string();
                case "approximateArrivalTimestamp" ->
                    Timestamps.ofNumber((double) cursor.integer(), Timestamps.Unit.MILLISECONDS);
                default -> throw new EventCursor.Unusual();
            }
        }
        return new KinesisPosition(shardId, sequenceNumber,
                subsequenceNumber.isEmpty() ? 0 : Long.parseLong(subsequenceNumber), partitionKey);
    }
}
