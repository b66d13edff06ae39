package io.sluice.flush;

import io.sluice.codec.ObjectFormat;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.LineFormat;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.StagedConversions;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.index.Buffer;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.manifest.StreamTally;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.partition.PartitionBinder;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// A chunk of a delivery is given up between its two objects: no record of it is in one and counted as given up as
/// well, and none of the others waits for good.
final class DiscardedConversionTest {
    private static final String ROWS = "rows/";
    private static final String REJECTS = "errors/format-conversion-failed/";

    private final BufferInMemory buffer = new BufferInMemory();
    private final FormatConversion conversion = new FormatConversion(FormatConversion.RULES,
            List.of(Column.of("n", ColumnType.parse("int"))), Deserializer.OpenX.DEFAULT, ParquetSettings.DEFAULT,
            Optional.empty());
    private int runs;

    /// All of the delivery is discarded, or the rest of it has no rejects: there is nothing that another's rejects
    /// could be told by.
    @Test
    void whatIsRejectedAlreadyIsNotCountedAsDiscarded() {
        ObjectKey first = stage("one", "{\"n\": 1}", "broken");
        stage("two", "{\"n\": 2}");
        drain(refusing(ROWS));
        byte[] good = lose(first);
        drain(buffer.data);
        discard(first);
        FlushSummary summary = drain(buffer.data);
        assertEquals(1, summary.open());
        assertTrue(summary.problems().getFirst().contains("an object of other rejects is at the key " + REJECTS),
                summary.problems()::toString);
        assertTrue(only(REJECTS).contains("rawData"));
        buffer.staging.put(first, Body.of(good));
        assertEquals(new StreamTally(3, 2, 1, 0, 0), drain(buffer.data).tally());
        assertEquals("[1]\n[2]\nend\n", only(ROWS));
    }

    @Test
    void rejectsThatAreMovedAwayAreWrittenAgainWithoutTheDiscardedOnes() {
        ObjectKey first = stage("one", "{\"n\": 1}", "broken");
        stage("two", "{\"n\": 2}", "broken too");
        drain(refusing(ROWS));
        lose(first);
        drain(buffer.data);
        discard(first);
        assertEquals(1, drain(buffer.data).open());
        buffer.data.delete(buffer.data.contents().keySet().stream().map(ObjectKey::new).toList());
        assertEquals(new StreamTally(4, 1, 1, 0, 2), drain(buffer.data).tally());
        assertEquals(1, only(REJECTS).lines().count());
    }

    @Test
    void rejectsThatWereWrittenWithoutAChunkGoWithAnObjectWithoutIt() {
        ObjectKey first = stage("one", "{\"n\": 1}", "broken");
        stage("two", "{\"n\": 2}", "broken too");
        drain(refusing(""));
        byte[] good = lose(first);
        drain(buffer.data);
        discard(first);
        assertEquals(1, drain(refusing(ROWS)).open());
        assertEquals(1, only(REJECTS).lines().count());
        buffer.staging.put(first, Body.of(good));
        assertEquals(new StreamTally(4, 1, 1, 0, 2), drain(buffer.data).tally());
        assertEquals("[2]\nend\n", only(ROWS));
    }

    /// A recovery that took it for unwritten would look for segments that are deleted.
    @Test
    void aDeliveryAllOfWhichIsRejectedOrDiscardedIsFoundWhole() {
        ObjectKey first = stage("one", "{\"n\": 1}");
        stage("two", "broken");
        drain(refusing(""));
        lose(first);
        drain(buffer.data);
        discard(first);
        Manifest manifest = Manifest.decode(buffer.staging.get(buffer.index.state().orElseThrow().manifest()));
        Delivery open = manifest.deliveries().getFirst();
        assertEquals(DeliveredParts.Found.NOTHING, new DeliveredParts(buffer.data).find(open, manifest.segments()));
        assertEquals(new StreamTally(2, 0, 1, 0, 1), drain(buffer.data).tally());
        assertEquals(DeliveredParts.Found.ALL, new DeliveredParts(buffer.data).find(open, manifest.segments()));
    }

    /// The records of the chunk that is lost, and those of the rest of its delivery.
    private static final List<List<String>> LOST_AND_REST = List.of(
            List.of("{\"n\": 1}", ""), List.of("broken", ""), List.of("{\"n\": 1}", "{\"n\": 2}"),
            List.of("{\"n\": 1}", "broken too"), List.of("broken", "{\"n\": 2}"), List.of("broken", "broken too"));

    /// Whichever objects are there first decide for all runs.
    @Test
    void aChunkThatIsRestoredBesideARunIsConvertedOrDiscardedAndNeverBoth() {
        for (List<String> records : LOST_AND_REST) {
            boolean happened = true;
            for (int at = 1; happened; at++) {
                DiscardedConversionTest other = new DiscardedConversionTest();
                ObjectKey first = other.stageBoth(records);
                other.drain(other.refusing(""));
                byte[] good = other.lose(first);
                other.drain(other.buffer.data);
                other.discard(first);
                Switched switched = new Switched(at, () -> {
                    other.buffer.staging.put(first, Body.of(good));
                    other.flusher(new Buffer("quakes", other.buffer.staging, other.buffer.index), other.buffer.data)
                            .carryOut(new DeliverySlice("", Optional.empty()), Deadline.NONE);
                });
                other.drain(switched);
                other.assertSettled(records + " restored before request " + at);
                happened = switched.happened();
            }
        }
    }

    @Test
    void aRunThatHasReadAChunkBeforeItWasDiscardedConvertsItOrLearnsThatItIsDiscarded() {
        for (List<String> records : LOST_AND_REST) {
            boolean happened = true;
            for (int at = 1; happened; at++) {
                DiscardedConversionTest other = new DiscardedConversionTest();
                ObjectKey first = other.stageBoth(records);
                other.drain(other.refusing(""));
                Switched switched = new Switched(at, () -> {
                    other.lose(first);
                    if (other.drain(other.buffer.data).damaged() > 0) {
                        other.discard(first);
                    }
                    other.drain(other.buffer.data);
                });
                other.drain(switched);
                other.assertSettled(records + " discarded before request " + at);
                happened = switched.happened();
            }
        }
    }

    private ObjectKey stageBoth(List<String> records) {
        ObjectKey first = stage("one", records.getFirst());
        if (!records.getLast().isEmpty()) {
            stage("two", records.getLast());
        }
        return first;
    }

    private void drain(Switched switched) {
        flusher(switched.buffer(buffer), switched.store(buffer.data)).flush("run" + runs++, Planner.Mode.DRAIN,
                Deadline.NONE);
    }

    /// What waits for an operator is in the way of its rejects, which he moves away.
    private void assertSettled(String when) {
        FlushSummary last = drain(buffer.data);
        if (last.open() > 0) {
            assertTrue(last.problems().getFirst().contains("an object of other rejects"), last.problems()::toString);
            buffer.data.delete(List.of(new ObjectKey(buffer.data.contents().keySet().stream()
                    .filter(key -> key.startsWith(REJECTS)).findFirst().orElseThrow())));
            last = drain(buffer.data);
        }
        assertEquals(0, last.open(), when);
        long delivered = lines(ROWS) - buffer.data.contents().keySet().stream().filter(key -> key.startsWith(ROWS))
                .count();
        StreamTally tally = last.tally();
        assertEquals(new StreamTally(tally.staged(), delivered, lines(REJECTS), 0,
                tally.staged() - delivered - lines(REJECTS)), tally, when);
    }

    private long lines(String folder) {
        return buffer.data.contents().entrySet().stream().filter(each -> each.getKey().startsWith(folder))
                .flatMap(each -> new String(each.getValue(), UTF_8).lines()).count();
    }

    private ObjectKey stage(String name, String... records) {
        List<String> before = List.copyOf(buffer.staging.contents().keySet());
        RecordProcessor processor = new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(), Optional.empty(),
                Optional.empty(), Optional.empty());
        new Ingest(new Ingest.IngestSettings(4, Optional.of(conversion), BufferInMemory.FILING), processor,
                () -> new PartitionBinder(PrefixExpression.parse(ROWS),
                        PrefixExpression.parse("errors/!{firehose:error-output-type}/"),
                        new ObjectFormat.Parquet(conversion.id()), KeyEncoding.VERBATIM),
                Delimiting.NEWLINE, new Buffer("quakes", buffer.staging, buffer.index))
                .accept(buffer.batch(name, records), Optional.empty());
        buffer.now = buffer.now.plusMillis(1);
        return buffer.staging.contents().keySet().stream()
                .filter(key -> key.startsWith("segments/") && !before.contains(key)).map(ObjectKey::new).findFirst()
                .orElseThrow();
    }

    /// @return the segment as it was
    private byte[] lose(ObjectKey segment) {
        byte[] good = buffer.staging.get(segment);
        buffer.staging.delete(List.of(segment));
        return good;
    }

    private void discard(ObjectKey segment) {
        new ChunkDiscard(new Buffer("quakes", buffer.staging, buffer.index))
                .discard(new ChunkDiscard.Request(segment.value(), 0));
    }

    private FlushSummary drain(ObjectStore data) {
        return flusher(new Buffer("quakes", buffer.staging, buffer.index), data).flush("run" + runs++,
                Planner.Mode.DRAIN, Deadline.NONE);
    }

    private Flusher flusher(Buffer ports, ObjectStore data) {
        return new Flusher(BufferInMemory.settings(), ports, data, Workers.sequential(),
                new StagedConversions("quakes", buffer.staging, new LineFormat()), () -> buffer.now);
    }

    private CountingObjectStore refusing(String prefix) {
        return new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE " + prefix)) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, request + " is refused");
            }
        });
    }

    /// The text of the one object of a folder.
    private String only(String folder) {
        List<String> found = buffer.data.contents().entrySet().stream().filter(each -> each.getKey().startsWith(folder))
                .map(each -> new String(each.getValue(), UTF_8)).toList();
        assertEquals(1, found.size(), found::toString);
        return found.getFirst();
    }
}
