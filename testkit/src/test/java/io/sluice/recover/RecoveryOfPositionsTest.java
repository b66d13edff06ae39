package io.sluice.recover;

import io.sluice.firehose.Base64Text;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.flush.BufferInMemory;
import io.sluice.flush.ReleasedSegments;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.position.NumberedSource;
import io.sluice.position.SequenceNumber;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Batches of a Kinesis shard whose positions are lost with the table. Record *n* is the text `a:n`.
final class RecoveryOfPositionsTest {
    private static final String STREAM = "arn:aws:kinesis:us-east-1:123456789012:stream/quakes";
    private static final String SHARD = "shardId-000000000000";
    private static final NumberedSource SOURCE = NumberedSource.ofKinesis(STREAM, SHARD);

    private final BufferInMemory buffer = new BufferInMemory();

    @Test
    void whatAFoldedSegmentSaidOfItsShardIsKnownOfTheManifest() {
        ingest(11, 13);
        buffer.drain("first");
        assertTrue(buffer.staging.contents().keySet().stream().noneMatch(key -> key.startsWith("segments/")));
        assertEquals(1, recoverAnew().positions());
        assertEquals(position(13), buffer.index.position(SOURCE));
        ingest(12, 14);
        assertDelivered(11, 14);
    }

    @Test
    void whatIsStagedAndNotFoldedCountsToo() {
        ingest(11, 13);
        buffer.drain("first");
        ingest(14, 15);
        assertEquals(1, recoverAnew().entries());
        assertEquals(position(15), buffer.index.position(SOURCE));
        ingest(11, 16);
        assertDelivered(11, 16);
    }

    @Test
    void ofAttemptsUnderOtherBoundariesEachRecordIsTakenOnce() {
        ingestUnanswered(11, 14);
        ingest(11, 12);
        ingestUnanswered(13, 15);
        ingest(13, 14);
        ingestUnanswered(15, 17);
        RecoverySummary summary = recoverAnew();
        assertEquals(3, summary.entries());
        assertEquals(position(17), buffer.index.position(SOURCE));
        ingest(11, 18);
        assertDelivered(11, 18);
    }

    @Test
    void thePositionIsThereBeforeTheStateIs() {
        ingest(11, 13);
        buffer.drain("first");
        loseTheTable();
        Consumer<String> killer = request -> {
            if (request.equals("use shards")) {
                throw new IllegalStateException("killed");
            }
        };
        assertThrows(IllegalStateException.class,
                () -> recovery(new CountingIndex(buffer.index, killer)).recover(Deadline.NONE));
        assertEquals(Optional.empty(), buffer.index.state());
        assertEquals(position(13), buffer.index.position(SOURCE));
        assertTrue(recovery(buffer.index).recover(Deadline.NONE).complete());
        assertDelivered(11, 13);
    }

    @Test
    void aStreamOfFirehoseHasNoPositions() {
        buffer.ingest(buffer.batch("one", "a:1"));
        assertEquals(0, recoverAnew().positions());
    }

    private void ingest(int from, int to) {
        buffer.ingest(batch(from, to));
    }

    /// Keeps the segment, and is killed before the entry and the position are written.
    private void ingestUnanswered(int from, int to) {
        Consumer<String> killer = request -> {
            if (request.equals("use shards")) {
                throw new IllegalStateException("killed");
            }
        };
        assertThrows(IllegalStateException.class, () -> buffer
                .ingest(buffer.staging, new CountingIndex(buffer.index, killer))
                .accept(batch(from, to), Optional.empty()));
    }

    private SourceBatch batch(int from, int to) {
        return new SourceBatch(SourceType.KINESIS, STREAM, "",
                IntStream.rangeClosed(from, to).mapToObj(this::record).toList());
    }

    private SourceRecord record(int number) {
        byte[] data = ("a:" + number).getBytes(UTF_8);
        return new SourceRecord(SHARD + ":" + number, buffer.now, data, Base64Text.of(data),
                Optional.of(new KinesisPosition(SHARD, Integer.toString(number), 0, "p")));
    }

    private static Optional<SequenceNumber> position(int number) {
        return Optional.of(new SequenceNumber(Integer.toString(number)));
    }

    private void loseTheTable() {
        buffer.index.lose();
        buffer.index.replace();
        buffer.now = buffer.now.plus(Duration.ofMinutes(16));
    }

    private RecoverySummary recoverAnew() {
        loseTheTable();
        return recovery(buffer.index).recover(Deadline.NONE);
    }

    private Recovery recovery(BufferIndex index) {
        return new Recovery(
                new RecoverySettings(4, RecoverySettings.INVOCATION_MAX, ReleasedSegments.DELETED, Optional.empty()),
                new Buffer("quakes", buffer.staging, index), buffer.data, buffer.index, Workers.sequential(),
                () -> buffer.now);
    }

    private void assertDelivered(int from, int to) {
        buffer.drain("last");
        List<String> expected = IntStream.rangeClosed(from, to).mapToObj(number -> "a:" + number).toList();
        assertEquals(expected, buffer.delivered("key=a"));
    }
}
