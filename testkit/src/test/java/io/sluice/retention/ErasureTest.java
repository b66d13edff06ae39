package io.sluice.retention;

import io.sluice.flush.BufferInMemory;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.OpenDeliveries;
import io.sluice.flush.Sweep;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.Shard;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectTree;
import io.sluice.objects.StoreException;
import io.sluice.testkit.memory.MemoryRetentionRules;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.CountingObjectTree;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.view.OpenDays;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class ErasureTest {
    private static final RetentionSettings SETTINGS = new RetentionSettings("quakes",
            PrefixExpression.parse("key=!{partitionKeyFromQuery:key}/"),
            PrefixExpression.parse("errors/!{firehose:error-output-type}/"), KeyEncoding.VERBATIM, Map.of(),
            ZoneOffset.UTC, Optional.empty());
    private static final KeyValue A = new KeyValue("key", "a");

    private final BufferInMemory buffer = new BufferInMemory();
    private int runs;

    private EraseReport erase(KeyValue of, RemovalMode mode) {
        return erase(of, mode, buffer.data);
    }

    private EraseReport erase(KeyValue of, RemovalMode mode, ObjectTree tree) {
        return erase(of, mode, tree, buffer.index);
    }

    private EraseReport erase(KeyValue of, RemovalMode mode, ObjectTree tree, BufferIndex index) {
        return new Erasure(SETTINGS, tree, buffer.flusher(buffer.staging, buffer.data, index),
                new Sweep(BufferInMemory.settings(), new Buffer("quakes", buffer.staging, buffer.index),
                        () -> buffer.now),
                new OpenDeliveries(new Buffer("quakes", buffer.staging, buffer.index)),
                new OpenDays("quakes", buffer.staging),
                () -> buffer.now)
                .erase(of, mode, "erase " + runs++, Deadline.NONE);
    }

    private Retention retention(MemoryRetentionRules rules) {
        return new Retention(SETTINGS, rules, buffer.data,
                new OpenDeliveries(new Buffer("quakes", buffer.staging, buffer.index)), () -> buffer.now);
    }

    @Test
    void whatIsBufferedIsDeliveredAndTheKeysObjectsGo() {
        buffer.ingest(buffer.batch("one", "a:1", "ab:2", "b:3"));
        buffer.drain("run 1");
        buffer.ingest(buffer.batch("two", "a:4", "b:5"));
        EraseReport report = erase(A, RemovalMode.REMOVE);
        assertEquals(Set.of("key=ab", "key=b"), buffer.delivered().keySet());
        assertEquals(List.of("b:3", "b:5"), buffer.delivered("key=b"));
        assertEquals(2, report.removed().objects());
        assertEquals(new EraseReport.Buffer(2, 0, 0, 0, true, List.of()), report.buffer());
        assertTrue(report.complete());
        assertEquals(0, buffer.staging.list("segments/", "").objects().size(), "nothing stays staged");
        EraseReport proof = erase(A, RemovalMode.REMOVE);
        assertEquals(0, proof.removed().objects());
        assertEquals(Optional.of(buffer.now.plus(Duration.ofMinutes(30)).plusSeconds(1)), proof.repeatFrom());
    }

    @Test
    void aDryRunDrainsNothingAndRemovesNothing() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        buffer.drain("run 1");
        buffer.ingest(buffer.batch("two", "a:3"));
        EraseReport report = erase(A, RemovalMode.DRY_RUN);
        assertEquals(1, report.removed().objects());
        assertEquals(2, buffer.data.contents().size());
        assertEquals(1, buffer.index.entries());
        assertTrue(report.repeatFrom().isEmpty());
    }

    @Test
    void onlyTheKeysOwnFolderIsListed() {
        for (int i = 0; i < 50; i++) {
            buffer.ingest(buffer.batch("batch " + i, "a" + i + ":1", "a:" + i));
        }
        CountingObjectTree tree = new CountingObjectTree(buffer.data);
        erase(A, RemovalMode.REMOVE, tree);
        assertEquals(List.of("LIST key=a/", "REMOVE 1"), tree.requests.subList(0, 2));
        assertTrue(tree.requests.stream().skip(2)
                .allMatch(request -> request.startsWith("LIST errors/") || request.equals("FOLDERS ")),
                tree.requests.toString());
    }

    @Test
    void theReportNamesWhatIsNotReached() {
        buffer.ingest(buffer.batch("one", "a:1", "without a key"));
        buffer.data.put(new ObjectKey("legacy/2025/x"), Body.of(new byte[]{1}));
        EraseReport report = erase(A, RemovalMode.REMOVE);
        assertEquals(1, report.errors().objects());
        assertTrue(report.errors().exact());
        assertEquals(List.of("legacy/"), report.otherFolders());
        assertTrue(report.notReached().stream().anyMatch(sentence -> sentence.contains("versioned bucket")));
        assertTrue(report.notReached().stream()
                .anyMatch(sentence -> sentence.contains("!repartition!") && sentence.contains("damaged/")));
        assertEquals(2, buffer.data.contents().size());
    }

    @Test
    void aBatchThatArrivesMeanwhileIsFoundByTheNextErasure() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("run 1");
        CountingObjectTree tree = new CountingObjectTree(buffer.data, request -> {
            if (request.equals("LIST key=a/")) {
                buffer.ingest(buffer.batch("late", "a:2"));
            }
        }, _ -> {});
        assertEquals(1, erase(A, RemovalMode.REMOVE, tree).removed().objects());
        assertEquals(1, erase(A, RemovalMode.REMOVE).removed().objects());
        assertEquals(0, erase(A, RemovalMode.REMOVE).removed().objects());
    }

    /// Another run folds what arrived between this drain's reading of the manifest and of the index: it is in neither.
    @Test
    void whatAnotherRunFoldedMeanwhileIsDrainedToo() {
        buffer.ingest(buffer.batch("one", "a:1"));
        boolean[] folded = {false};
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public EntryPage read(Shard shard, Optional<EntryKey> after) {
                if (!folded[0]) {
                    folded[0] = true;
                    buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("other", Planner.Mode.SCHEDULED,
                            Deadline.NONE);
                }
                return super.read(shard, after);
            }
        };
        EraseReport report = erase(A, RemovalMode.REMOVE, buffer.data, index);
        assertTrue(report.complete(), report.toString());
        assertEquals(1, report.removed().objects());
        assertEquals(0, erase(A, RemovalMode.REMOVE).removed().objects());
    }

    /// Such a drain may have stopped before it saw the whole index.
    @Test
    void aDrainThatMetAProblemIsNotTakenForDone() {
        buffer.ingest(buffer.batch("one", "b:1"));
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public void delete(Collection<EntryKey> keys) {
                throw new StoreException(StoreException.Kind.UNKNOWN, "DELETE: timed out");
            }
        };
        EraseReport report = erase(A, RemovalMode.REMOVE, buffer.data, index);
        assertFalse(report.complete());
        assertTrue(report.buffer().problems().getLast().contains("erase again"), report.buffer().toString());
        assertTrue(erase(A, RemovalMode.REMOVE).complete());
    }

    /// Its days have buffers of their own, which the repartition alone drains.
    @Test
    void anErasureIsNotCompleteWhileARepartitionIsUnfinished() {
        buffer.staging.put(new ObjectKey("repartition/quakes/days/2026-01-01/plan"), Body.of(new byte[]{1}));
        EraseReport report = erase(A, RemovalMode.REMOVE);
        assertFalse(report.complete());
        assertEquals(List.of(LocalDate.parse("2026-01-01")), report.unmoved());
        assertTrue(report.notReached().getFirst().contains("finish the repartition"), report.notReached().toString());
    }

    @Test
    void aValueThatNoObjectCanHaveIsRefusedBeforeAnythingIsDone() {
        buffer.ingest(buffer.batch("one", "a:1"));
        for (String value : List.of("a/", "../key=a", "a\uD800", "x".repeat(600))) {
            assertThrows(RetentionException.class, () -> erase(new KeyValue("key", value), RemovalMode.REMOVE), value);
        }
        assertThrows(RetentionException.class, () -> erase(new KeyValue("Key", "a"), RemovalMode.REMOVE));
        assertEquals(1, buffer.index.entries());
        assertEquals(Map.of(), buffer.data.contents());
    }

    /// A run loads its manifest, stalls, and is overtaken by one that delivers, commits and ends; what is delivered is
    /// erased; then the first wakes up, finds nothing at the key and writes the object once more. The next erasure
    /// finds it.
    @Test
    void whatAStalledFlushRunWritesAgainIsFoundByTheErasureThatProves() {
        buffer.ingest(buffer.batch("one", "a:1"));
        leaveOpen();
        List<EraseReport> reports = new ArrayList<>();
        Stalling data = new Stalling(() -> reports.add(erase(A, RemovalMode.REMOVE)));
        FlushSummary stalled = buffer.flusher(buffer.staging, data.store(), buffer.index).flush("stalled",
                Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(1, reports.getFirst().removed().objects());
        assertTrue(stalled.superseded(), stalled.toString());
        buffer.now = reports.getFirst().repeatFrom().orElseThrow();
        assertEquals(1, erase(A, RemovalMode.REMOVE).removed().objects());
        assertEquals(Map.of(), buffer.data.contents());
        assertEquals(0, erase(A, RemovalMode.REMOVE).removed().objects());
    }

    /// An object whose delivery is open is the evidence of its delivery: taken away, it would be written again.
    @Test
    void retentionLeavesAnObjectWhoseDeliveryIsOpen() {
        MemoryRetentionRules rules = new MemoryRetentionRules();
        rules.set(new RetentionRule(A, 1));
        buffer.ingest(buffer.batch("one", "a:1"));
        leaveOpenAndWritten();
        buffer.now = buffer.now.plus(Duration.ofDays(3));
        RemovalReport early = retention(rules).run(RemovalMode.REMOVE, buffer.now, Deadline.NONE);
        assertEquals(1, early.inFlight());
        assertEquals(0, early.objects());
        buffer.drain("closes");
        assertEquals(1, retention(rules).run(RemovalMode.REMOVE, buffer.now, Deadline.NONE).objects());
    }

    /// When it looked nothing could be in flight, since no flush run had ever committed.
    @Test
    void retentionLeavesWhatTheFirstFlushRunWritesMeanwhile() {
        MemoryRetentionRules rules = new MemoryRetentionRules();
        rules.set(new RetentionRule(A, 1));
        CountingObjectTree tree = new CountingObjectTree(buffer.data, _ -> {
            if (buffer.data.contents().isEmpty()) {
                buffer.ingest(buffer.batch("one", "a:1"));
                buffer.drain("first");
            }
        }, _ -> {});
        RemovalReport report = new Retention(SETTINGS, rules, tree,
                new OpenDeliveries(new Buffer("quakes", buffer.staging, buffer.index)), () -> buffer.now)
                .run(RemovalMode.REMOVE, buffer.now.plus(Duration.ofDays(2)), Deadline.NONE);
        assertEquals(1, report.inFlight());
        assertEquals(Set.of("key=a"), buffer.delivered().keySet());
    }

    /// A late record of an old day is due as soon as it is delivered; the manifest that was read may not know its
    /// delivery yet.
    @Test
    void retentionLeavesAnObjectThatIsYoungerThanAnyRunThatMayStillWriteIt() {
        MemoryRetentionRules rules = new MemoryRetentionRules();
        rules.set(new RetentionRule(A, 1));
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.drain("run 1");
        RemovalReport early = retention(rules).run(RemovalMode.REMOVE, buffer.now.plus(Duration.ofDays(2)),
                Deadline.NONE);
        assertEquals(1, early.inFlight());
        buffer.now = buffer.now.plus(Duration.ofMinutes(30)).plusMillis(1);
        assertEquals(1, retention(rules).run(RemovalMode.REMOVE, buffer.now.plus(Duration.ofDays(2)), Deadline.NONE)
                .objects());
        assertFalse(buffer.delivered().containsKey("key=a"));
    }

    /// A run that dies after its commit.
    private void leaveOpen() {
        dieAt("CREATE");
    }

    /// A run that dies when its objects are written.
    private void leaveOpenAndWritten() {
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingObjectStore data = new CountingObjectStore(buffer.data);
        boolean[] written = {false};
        CountingObjectStore dying = new CountingObjectStore(staging, request -> {
            if (written[0] && request.startsWith("PUT manifests/")) {
                throw new IllegalStateException("dies");
            }
        });
        CountingObjectStore noting = new CountingObjectStore(data,
                request -> written[0] |= request.startsWith("CREATE"));
        assertThrows(IllegalStateException.class, () -> buffer.flusher(dying, noting, buffer.index).flush("dying",
                Planner.Mode.DRAIN, Deadline.NONE));
        assertEquals(1, buffer.data.contents().size());
    }

    private void dieAt(String request) {
        CountingObjectStore data = new CountingObjectStore(buffer.data, name -> {
            if (name.startsWith(request)) {
                throw new IllegalStateException("dies");
            }
        });
        assertThrows(IllegalStateException.class,
                () -> buffer.flusher(buffer.staging, data, buffer.index).flush("dying",
                        Planner.Mode.DRAIN, Deadline.NONE));
        assertEquals(Map.of(), buffer.data.contents());
    }

    /// Stops once before the first write until something else is done.
    private final class Stalling {
        private final Runnable meanwhile;
        private boolean stalled;

        Stalling(Runnable meanwhile) {
            this.meanwhile = meanwhile;
        }

        CountingObjectStore store() {
            return new CountingObjectStore(buffer.data, request -> {
                if (request.startsWith("CREATE") && !stalled) {
                    stalled = true;
                    meanwhile.run();
                }
            });
        }
    }
}
