package io.sluice.retention;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.flush.OpenDeliveries;
import io.sluice.ingest.Extracted;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.input.RangedBytes;
import io.sluice.input.RowFiles;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LandingLog;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.reject.Reject;
import io.sluice.repartition.SemicolonRows;
import io.sluice.retention.SourceErasure.Range;
import io.sluice.source.SourceRecords;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingSourceStore;
import io.sluice.testkit.wire.Gzip;
import io.sluice.view.Announcements;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A bucket of objects by day, of records `key:value`, that a customer's records are erased from.
final class SourceErasureTest {
    private static final RetentionSettings SETTINGS = new RetentionSettings("quakes",
            PrefixExpression.parse("key=!{partitionKeyFromQuery:key}/"),
            PrefixExpression.parse("errors/!{firehose:error-output-type}/"), KeyEncoding.VERBATIM, Map.of(),
            ZoneOffset.UTC, Optional.empty(),
            Optional.of(PrefixExpression.parse("compacted/key=!{partitionKeyFromQuery:key}/")), Optional.empty());
    private static final KeyValue A = new KeyValue("key", "a");
    private static final Range RAW = new Range("raw/", "");

    private final Faults faults = new Faults(() -> {});
    private final MemoryObjectStore data = new MemoryObjectStore(() -> Instant.EPOCH);
    private final MemoryObjectStore staging = new MemoryObjectStore(() -> Instant.EPOCH);
    private Optional<Announcements> announcements = Optional.empty();
    private int looks;
    private RowFiles rows = new SemicolonRows();
    private Runnable whileReading = () -> {};

    private void put(String key, String content) {
        put(key, content.getBytes(UTF_8));
    }

    private void put(String key, byte[] content) {
        data.put(new ObjectKey(key), Body.of(content));
    }

    private String text(String key) {
        return new String(data.contents().get(key), UTF_8);
    }

    private SourceErasure erasure() {
        RecordProcessor processor = new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.delimited(new byte[]{'+'}),
                Optional.empty(), Optional.of((bytes, offset, length) -> {
                    whileReading.run();
                    String[] parts = new String(bytes, offset, length, UTF_8).split(":", 2);
                    return parts.length == 2
                            ? new Extracted.Keys(Map.of("key", parts[0]))
                            : new Extracted.Failed(Reject.NOT_JSON);
                }), Optional.empty());
        return new SourceErasure(SETTINGS, processor,
                new SourceRecords(new PassingSourceStore(new MemorySourceStore(data), faults), "lake",
                        Optional.of(rows)),
                staging, Workers.sequential(), announcements);
    }

    private SourceErasureReport erase() {
        return erase(RemovalMode.REMOVE, Deadline.NONE, RAW);
    }

    private SourceErasureReport erase(RemovalMode mode, Deadline deadline, Range range) {
        return erasure().erase(A, range, mode, deadline);
    }

    /// An Iceberg table has what landed under an earlier prefix: it would name a file that is gone, or is another.
    @Test
    void whatTheStreamWroteUnderAnEarlierPrefixIsToldBeforeItGoesAndNotWrittenAnew() {
        announcements = Optional.of(new Announcements(
                new LakeLog("quakes", staging, new LakeLog.Reader(Optional.empty(), Duration.ofDays(1)),
                        () -> Instant.EPOCH),
                new OpenDeliveries(() -> List.of())));
        String name = "/quakes-1-2026-01-01-00-00-00-00000000-0000-8000-8000-00000000000";
        put("old/key=a" + name + "1", "a:1\n");
        put("old/mixed" + name + "2", "a:1\nb:1\n");
        SourceErasureReport report = erase(RemovalMode.REMOVE, Deadline.NONE, new Range("old/", ""));
        assertEquals(List.of("old/key=a" + name + "1"), report.deleted());
        assertEquals(List.of("old/key=a" + name + "1"), new LandingLog("quakes!lake", staging).find(1).orElseThrow()
                .change().orElseThrow().gone().stream().map(gone -> gone.key().value()).toList());
        assertEquals(1, report.left().size());
        assertTrue(report.left().getFirst().contains("repartition it"), report.toString());
        assertEquals("a:1\nb:1\n", text("old/mixed" + name + "2"));
    }

    @Test
    void whatLandedIsReadOnceAPage() {
        announcements = Optional.of(new Announcements(new LakeLog("quakes", staging,
                new LakeLog.Reader(Optional.empty(), Duration.ofDays(1)), () -> Instant.EPOCH),
                new OpenDeliveries(() -> {
                    looks++;
                    return List.of();
                })));
        for (int i = 1; i < 4; i++) {
            put("old/quakes-1-2026-01-01-00-00-00-00000000-0000-8000-8000-00000000000" + i, "a:1\n");
        }
        erase(RemovalMode.REMOVE, Deadline.NONE, new Range("old/", ""));
        assertEquals(1, looks);
    }

    @Test
    void anObjectOfTheKeyValueGoesAndOneOfSeveralIsWrittenWithoutIt() {
        put("raw/dt=2026-01-01/only", "a:1\na:2\n");
        put("raw/dt=2026-01-01/mixed", "b:1\na:1\nab:1\n\na:2\nb:2");
        put("raw/dt=2026-01-02/others", "b:1\r\nc:1");
        SourceErasureReport report = erase();
        assertEquals(new SourceErasureReport("raw/", 3, 4, List.of("raw/dt=2026-01-01/only"),
                List.of("raw/dt=2026-01-01/mixed"), List.of(), 0, 0, Map.of(), Optional.empty()), report);
        assertTrue(report.complete());
        assertEquals(2, data.contents().size());
        assertEquals("b:1\nab:1\nb:2\n", text("raw/dt=2026-01-01/mixed"));
        assertEquals("b:1\r\nc:1", text("raw/dt=2026-01-02/others"), "what has none of its records is not touched");
        assertEquals(0, erase().records());
    }

    @Test
    void objectsStayInTheirFormat() throws IOException {
        put("raw/gzip", Gzip.of("a:1\nb:1\n"));
        put("raw/zstd", Zstd.compress("a:1\nb:1\n".getBytes(UTF_8)));
        put("raw/rows", "PAR1a:1;b:1;");
        assertEquals(3, erase().rewritten().size());
        assertEquals("b:1\n", new String(new GZIPInputStream(new ByteArrayInputStream(data.contents().get("raw/gzip")))
                .readAllBytes(), UTF_8));
        assertEquals("b:1\n", new String(Zstd.decompress(data.contents().get("raw/zstd"), 100), UTF_8));
        assertEquals("PAR1b:1;", text("raw/rows"));
    }

    @Test
    void aDryRunSaysWhatItWouldDoAndDoesNothing() {
        put("raw/only", "a:1\n");
        put("raw/mixed", "a:1\nb:1\n");
        SourceErasureReport report = erase(RemovalMode.DRY_RUN, Deadline.NONE, RAW);
        assertEquals(List.of("raw/only"), report.deleted());
        assertEquals(List.of("raw/mixed"), report.rewritten());
        assertEquals("a:1\nb:1\n", text("raw/mixed"));
        assertEquals(2, data.contents().size());
    }

    @Test
    void whatCannotBeTakenOutIsLeftByNameWithTheReason() throws IOException {
        put("raw/aggregate", "b:1\na:1+b:2\n");
        put("raw/broken", new byte[]{0x1F, (byte) 0x8B, 8, 0, 1});
        put("raw/orc", "ORC and so on");
        SourceErasureReport report = erase();
        assertFalse(report.complete());
        assertEquals(3, report.leftCount());
        assertEquals("raw/aggregate: record 1 carries records of several key values, or some whose key cannot be told;"
                + " repartition it, then erase again", report.left().get(0));
        assertTrue(report.left().get(1).startsWith("raw/broken: it cannot be read to its end: "), report.toString());
        assertTrue(report.left().get(2).startsWith("raw/orc: it is ORC, and text, gzip, zstd and Parquet are"),
                report.toString());
        assertEquals("b:1\na:1+b:2\n", text("raw/aggregate"));
    }

    /// A writer that loses a row, and a reader that does: neither may change anything.
    @Test
    void whatDoesNotAddUpStays() {
        put("raw/rows", "PAR1a:1;b:1;b:2;");
        rows = new SemicolonRows() {
            @Override
            public void copy(String name, RangedBytes file, BitSet without, OutputStream out) throws IOException {
                out.write("PAR1b:1;".getBytes(UTF_8));
            }
        };
        SourceErasureReport lossy = erase();
        assertEquals(List.of("raw/rows: counted again it is another one than was read: 2 rows are in it by its footer,"
                + " and 1 were read; nothing of it is changed, please report this"), lossy.left());
        rows = new SemicolonRows() {
            @Override
            public void copy(String name, RangedBytes file, BitSet without, OutputStream out) throws IOException {
                out.write("PAR1b:1;b:3;".getBytes(UTF_8));
            }
        };
        assertTrue(erase().left().getFirst().contains("row 2 is not left as it was"));
        assertEquals("PAR1a:1;b:1;b:2;", text("raw/rows"));
    }

    @Test
    void recordsWhoseKeyCannotBeToldStayAndAreCounted() {
        put("raw/some", "a:1\nwhose?\n");
        SourceErasureReport report = erase();
        assertEquals(1, report.untold());
        assertTrue(report.complete());
        assertEquals("whose?\n", text("raw/some"));
    }

    @Test
    void anObjectThatChangesMeanwhileIsLeftAsItsWriterLeftIt() {
        put("raw/mixed", "a:1\nb:1\n");
        put("raw/only", "a:1\n");
        int[] records = {0};
        whileReading = () -> {
            put(++records[0] <= 2 ? "raw/mixed" : "raw/only", "a:1\nb:1\nnew:1\n");
        };
        SourceErasureReport report = erase();
        assertEquals(2, report.leftCount());
        assertTrue(report.left().getFirst().contains("it changed while it was read"), report.toString());
        assertEquals("a:1\nb:1\nnew:1\n", text("raw/mixed"));
        assertEquals("a:1\nb:1\nnew:1\n", text("raw/only"));
    }

    @Test
    void whatNoTableReadsAndWhatTheStreamWroteIsPassedOver() {
        put("raw/_SUCCESS", "a:1\n");
        put("raw/processing-failed/x", "a:1\n");
        put("raw/", new byte[0]);
        SourceErasureReport report = erase();
        assertEquals(Map.of("with a hidden name", 1, "with error records", 1, "with no content", 1), report.passed());
        assertEquals(3, data.contents().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "key=", "errors/", "e", "comp", "compacted/key="})
    void aSourceThatHoldsTheStreamsOwnObjectsIsRefused(String prefix) {
        put("key=a/x", "a:1\n");
        assertThrows(RetentionException.class, () -> erase(RemovalMode.REMOVE, Deadline.NONE, new Range(prefix, "")));
        assertEquals(1, data.contents().size());
    }

    /// An erasure without a source removes them, and tells whoever reads them.
    @ParameterizedTest
    @ValueSource(strings = {"key=a/", "compacted/key=a/"})
    void whatTheStreamDeliveredOrCompactedIsNotWrittenAnew(String prefix) {
        put(prefix + "quakes-1-2026-01-01-00-00-00-01234567-89ab-cdef-0123-456789abcdef", "a:1\nb:1\n");
        SourceErasureReport report = erase(RemovalMode.REMOVE, Deadline.NONE, new Range(prefix, ""));
        assertEquals(Map.of("of the stream's own layout", 1), report.passed());
        assertEquals(List.of(), report.rewritten());
    }

    @Test
    void aKeyValueThatNoObjectCanHaveIsRefused() {
        put("raw/x", "../a:1\n");
        assertThrows(RetentionException.class,
                () -> erasure().erase(new KeyValue("key", "../a"), RAW, RemovalMode.REMOVE, Deadline.NONE));
        assertEquals("../a:1\n", text("raw/x"));
    }

    @Test
    void whenTimeRunsOutTheReportSaysWhereToGoOn() {
        for (int i = 10; i < 30; i++) {
            put("raw/" + i, "a:1\nb:1\n");
        }
        int[] looks = {0};
        Deadline hurried = () -> ++looks[0] > 5 ? Duration.ZERO : Duration.ofHours(1);
        SourceErasureReport first = erase(RemovalMode.REMOVE, hurried, RAW);
        assertEquals(Optional.of("raw/14"), first.after());
        assertFalse(first.complete());
        SourceErasureReport second = erase(RemovalMode.REMOVE, Deadline.NONE, new Range("raw/", "raw/14"));
        assertEquals(15, second.objects());
        assertTrue(second.complete());
        assertEquals(0, erase().records());
    }

    /// Killed before or after any request, or with its answer lost, it has removed nothing else, and the next one
    /// finishes it.
    @ParameterizedTest
    @EnumSource
    void killedAtAnyRequestItIsFinishedByTheNext(Faults.Kind kind) {
        fill();
        erase();
        int requests = faults.requests.size();
        assertTrue(requests > 8, faults.requests.toString());
        for (int at = 0; at < requests; at++) {
            data.delete(data.contents().keySet().stream().map(ObjectKey::new).toList());
            fill();
            faults.arm(kind, at);
            try {
                erase();
            } catch (Faults.Crash | StoreException e) {
                // the next one carries on
            }
            faults.disarm();
            assertTrue(erase().complete(), kind + " at " + at);
            assertEquals(0, erase().records());
            assertEquals("b:1\nb:2\n", text("raw/mixed"), kind + " at " + at);
            assertEquals("b:1\n", text("raw/others"), kind + " at " + at);
            assertEquals(2, data.contents().size());
            faults.disarm();
        }
    }

    private void fill() {
        put("raw/mixed", "b:1\na:1\nb:2\n");
        put("raw/only", "a:1\n");
        put("raw/others", "b:1\n");
        faults.disarm();
    }
}
