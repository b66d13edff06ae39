package io.sluice.recover;

import io.sluice.flush.BufferInMemory;
import io.sluice.flush.Flusher;
import io.sluice.flush.ReleasedSegments;
import io.sluice.flush.TableLostException;
import io.sluice.index.Buffer;
import io.sluice.index.FlushState;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.KinesisBatches;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.segment.SegmentId;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class RecoveryTest {
    private static final List<String> BOTH = List.of("a:1", "a:2");

    private final BufferInMemory buffer = new BufferInMemory();

    @Test
    void whatWasStagedAndNotFoldedIsDeliveredOnce() {
        ingest("one", "a:1");
        buffer.drain("first");
        ingest("two", "a:2");
        loseTheTable();
        RecoverySummary summary = recover();
        assertEquals(1, summary.entries());
        assertEquals(1, summary.records());
        assertTrue(summary.complete());
        assertAllDelivered();
    }

    @Test
    void aStreamThatNothingWasCommittedOfIsRecoveredOutOfItsSegments() {
        ingest("one", "a:1");
        ingest("two", "a:2");
        loseTheTable();
        assertEquals(Optional.empty(), recover().manifest());
        assertAllDelivered();
    }

    @Test
    void whatWasFoldedStaysFoldedAlthoughItsSegmentIsStillThere() {
        ingest("one", "a:1");
        ingest("two", "a:2");
        Map<String, byte[]> segments = buffer.staging.contents();
        buffer.drain("first");
        segments.forEach((key, bytes) -> buffer.staging.put(new ObjectKey(key), Body.of(bytes)));
        loseTheTable();
        assertEquals(0, recover().entries());
        assertAllDelivered();
    }

    @Test
    void whatWasForgottenStaysForgottenAlthoughItsSegmentIsStillThere() {
        ingest("one", "a:1");
        Map<String, byte[]> segments = buffer.staging.contents();
        buffer.drain("first");
        segments.forEach((key, bytes) -> buffer.staging.put(new ObjectKey(key), Body.of(bytes)));
        buffer.now = buffer.now.plus(Duration.ofHours(30));
        ingest("two", "a:2");
        buffer.drain("second");
        assertTrue(manifest().folded().size() == 1, "the first batch is forgotten");
        loseTheTable();
        assertEquals(0, recover().entries());
        assertEquals(BOTH, drained());
    }

    @Test
    void ofSeveralManifestsTheOneWhoseObjectsWereWrittenIsTaken() {
        ingest("one", "a:1");
        ingest("two", "a:2");
        assertThrows(StoreException.class, () -> buffer.flusher(unsettled(), buffer.data, buffer.index)
                .flush("winner", Planner.Mode.DRAIN, Deadline.NONE));
        ingest("three", "a:3");
        buffer.staging.put(new ObjectKey("manifests/quakes/0000000000000000001-aloser"), Body.of(rivalManifest()));
        loseTheTable();
        RecoverySummary summary = recover();
        assertEquals("manifests/quakes/0000000000000000001-winner",
                summary.manifest().map(ObjectKey::value).orElse(""));
        assertTrue(summary.why().contains("objects were written"), summary.why());
        assertEquals(List.of("a:1", "a:2", "a:3"), drained());
    }

    /// The manifest of a run that began when the winner did, and saw a batch more.
    private static byte[] rivalManifest() {
        BufferInMemory other = new BufferInMemory();
        List.of("one", "two", "three").forEach(name -> other.ingest(other.batch(name, "a:" + name)));
        List<byte[]> first = new ArrayList<>();
        CountingObjectStore staging = new CountingObjectStore(other.staging, request -> {
            if (request.startsWith("PUT manifests/quakes/0000000000000000002")) {
                other.staging.contents().forEach((key, bytes) -> {
                    if (key.startsWith("manifests/")) {
                        first.add(bytes);
                    }
                });
            }
        });
        other.flusher(staging, other.data, other.index).flush("aloser", Planner.Mode.DRAIN, Deadline.NONE);
        return first.getFirst();
    }

    /// A staging bucket that takes the first manifest and not the second, so that what the first decided is written and
    /// open.
    private CountingObjectStore unsettled() {
        return new CountingObjectStore(buffer.staging, request -> {
            if (request.startsWith("PUT manifests/quakes/0000000000000000002")) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "slow down");
            }
        });
    }

    @Test
    void aTableThatHoldsAnythingOfTheStreamIsLeftAsItIs() {
        ingest("one", "a:1");
        quiet();
        assertThrows(RecoveryRefusedException.class, this::recoverNow, "an entry is there");
        buffer.drain("first");
        quiet();
        RecoveryRefusedException refused = assertThrows(RecoveryRefusedException.class, this::recoverNow);
        assertTrue(refused.getMessage().contains("version"), refused.getMessage());
    }

    @Test
    void whileAnythingIsStagedNothingIsRecovered() {
        ingest("one", "a:1");
        buffer.index.lose();
        buffer.index.replace();
        buffer.now = buffer.now.plus(Duration.ofMinutes(14));
        RecoveryRefusedException refused = assertThrows(RecoveryRefusedException.class, this::recoverNow);
        assertTrue(refused.getMessage().contains("15 minutes"), refused.getMessage());
        assertEquals(Optional.empty(), buffer.index.state());
    }

    @Test
    void aSegmentThatDoesNotSayWhatItIsIsNamedAndTheOthersAreRecovered() {
        ingest("one", "a:1");
        ingest("two", "a:2");
        String damaged = buffer.staging.contents().keySet().iterator().next();
        byte[] bytes = buffer.staging.get(new ObjectKey(damaged));
        bytes[bytes.length - 30] ^= 1;
        buffer.staging.put(new ObjectKey(damaged), Body.of(bytes));
        loseTheTable();
        RecoverySummary summary = recover();
        assertEquals(1, summary.entries());
        assertEquals(1, summary.unreadable().size());
        assertTrue(summary.unreadable().getFirst().contains(damaged), summary.unreadable().toString());
    }

    @Test
    void aSegmentThatIsRestoredLaterIsTakenThenAndStaysUntilThen() {
        ingest("one", "a:1");
        ObjectKey damaged = new ObjectKey(buffer.staging.contents().keySet().iterator().next());
        byte[] whole = buffer.staging.get(damaged);
        byte[] bytes = whole.clone();
        bytes[bytes.length - 30] ^= 1;
        buffer.staging.put(damaged, Body.of(bytes));
        ingest("two", "a:2");
        loseTheTable();
        assertEquals(1, recover().unreadable().size());
        buffer.drain("meanwhile");
        buffer.now = buffer.now.plus(Duration.ofHours(30));
        assertThrows(TableLostException.class, buffer::sweep);
        quiet();
        assertEquals(1, recover().unreadable().size(), "it is still damaged");
        buffer.staging.put(damaged, Body.of(whole));
        quiet();
        assertEquals(1, recover().entries());
        assertEquals(BOTH, drained());
        quiet();
        assertEquals(0, recover().entries());
        buffer.sweep();
    }

    /// Seed 291 of queues whose table is hard to recover: a run went on from nothing, whose manifest says that all that
    /// is older was seen.
    @Test
    void aSegmentThatIsRestoredBesideARunThatBeganTheStreamIsTaken() {
        ingest("one", "a:1");
        ObjectKey damaged = new ObjectKey(buffer.staging.contents().keySet().iterator().next());
        byte[] whole = buffer.staging.get(damaged);
        buffer.staging.put(damaged, Body.of(new byte[]{1, 2, 3}));
        loseTheTable();
        assertEquals(1, recover().unreadable().size());
        buffer.staging.put(damaged, Body.of(whole));
        buffer.now = buffer.now.plus(Duration.ofHours(2));
        Flusher killed = buffer.flusher(buffer.staging, buffer.data, new PassingIndex(buffer.index) {
            @Override
            public Commit commit(Optional<FlushState> expected, FlushState next) {
                if (next.version() == 1) {
                    throw new IllegalStateException("killed");
                }
                return super.commit(expected, next);
            }
        });
        assertThrows(IllegalStateException.class, () -> killed.flush("run", Planner.Mode.DRAIN, Deadline.NONE));
        ingest("two", "a:2");
        quiet();
        recover();
        loseTheTable();
        quiet();
        recover();
        assertEquals(BOTH, drained());
    }

    /// Two attempts at one batch: what the younger one lost, the older one has.
    @Test
    void aBatchThatHasAnotherSegmentMissesNoneThatCannotBeRead() {
        ingest("one", "a:1");
        ObjectKey first = new ObjectKey(buffer.staging.contents().keySet().iterator().next());
        SegmentId segment = SegmentId.parse("quakes", first);
        ObjectKey second = new SegmentId(segment.batch(), segment.contentHigh() + 1, 0).key("quakes");
        buffer.now = buffer.now.plusSeconds(1);
        buffer.staging.put(second, Body.of(new byte[]{1, 2, 3}));
        loseTheTable();
        RecoverySummary summary = recover();
        assertEquals(1, summary.entries());
        assertEquals(List.of(), summary.unreadable());
        assertEquals(RecoveryProgress.ENDED, buffer.index.recovery());
    }

    /// Seed 25,133 of the worlds with losses: the watermark had passed it meanwhile.
    @Test
    void aSegmentThatIsTakenLaterSurvivesTheNextLossToo() {
        ingest("one", "a:1");
        ObjectKey damaged = new ObjectKey(buffer.staging.contents().keySet().iterator().next());
        byte[] whole = buffer.staging.get(damaged);
        buffer.staging.put(damaged, Body.of(new byte[]{1, 2, 3}));
        ingest("two", "a:2");
        loseTheTable();
        assertEquals(1, recover().unreadable().size());
        buffer.staging.put(damaged, Body.of(whole));
        buffer.now = buffer.now.plus(Duration.ofHours(2));
        buffer.drain("meanwhile");
        quiet();
        assertEquals(1, recover().entries());
        loseTheTable();
        quiet();
        assertEquals(1, recover().entries());
        assertEquals(BOTH, drained());
    }

    /// Records 4 and 5 are delivered and 6 and 7 are nowhere else, in one segment that a table set back to 3 took.
    @Test
    void aSegmentOfATableSetBackThatHoldsWhatIsDeliveredAndMoreIsNamedAndLeavesTheRecoveryOpen() {
        KinesisBatches kinesis = new KinesisBatches(buffer);
        buffer.ingest(kinesis.records(1, 3));
        buffer.drain("first");
        Runnable setBack = buffer.index.snapshot();
        buffer.ingest(kinesis.records(4, 5));
        buffer.drain("second");
        buffer.now = buffer.now.plus(Duration.ofMinutes(31));
        setBack.run();
        buffer.ingest(kinesis.records(4, 7));
        loseTheTable();
        RecoverySummary summary = recover();
        assertEquals(0, summary.entries());
        assertEquals(1, summary.unreadable().size(), summary.toString());
        String told = summary.unreadable().getFirst();
        assertTrue(told.contains("set back") && told.contains("move the segment out"), told);
        assertEquals(RecoveryProgress.OPEN, buffer.index.recovery());
        buffer.staging.delete(List.of(new ObjectKey(told.substring(0, told.indexOf(':')))));
        buffer.ingest(kinesis.records(8, 9));
        buffer.drain("meanwhile");
        quiet();
        assertEquals(List.of(), recover().unreadable());
        assertEquals(RecoveryProgress.ENDED, buffer.index.recovery());
        buffer.drain("last");
        assertEquals(List.of("a:1", "a:2", "a:3", "a:4", "a:5", "a:8", "a:9"), buffer.delivered("key=a"));
    }

    @Test
    void aSegmentThatIsMovedAwayIsGivenUp() {
        ingest("one", "a:1");
        ObjectKey damaged = new ObjectKey(buffer.staging.contents().keySet().iterator().next());
        buffer.staging.put(damaged, Body.of(new byte[]{1, 2, 3}));
        loseTheTable();
        assertEquals(1, recover().unreadable().size());
        buffer.staging.delete(List.of(damaged));
        assertEquals(List.of(), recover().unreadable());
        assertEquals(0, buffer.sweep().segments());
    }

    /// It read its manifest before the loss and the index after it, and would say that all that was staged is folded.
    /// Seed 5,883 of the worlds with losses: said once, later manifests took it over.
    @Test
    void whatAStalledRunSawInAnEmptyTableIsNotWritten() {
        ingest("one", "a:1");
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("first", Planner.Mode.SCHEDULED, Deadline.NONE);
        ingest("two", "a:2");
        buffer.now = buffer.now.plus(Duration.ofHours(2));
        boolean[] lost = {false};
        CountingIndex stalled = new CountingIndex(buffer.index, request -> {
            if (request.equals("read") && !lost[0]) {
                lost[0] = true;
                buffer.index.lose();
                buffer.index.replace();
            }
        });
        assertTrue(buffer.flusher(buffer.staging, buffer.data, stalled)
                .flush("stalled", Planner.Mode.DRAIN, Deadline.NONE).superseded());
        quiet();
        RecoverySummary summary = recover();
        assertEquals("manifests/quakes/0000000000000000001-first", summary.manifest().orElseThrow().value());
        assertEquals(1, summary.entries());
        assertEquals(BOTH, drained());
    }

    @Test
    void killedAtAnyRequestItIsFinishedByTheNext() {
        int requests = Integer.MAX_VALUE;
        for (int at = 0; at < requests; at++) {
            RecoveryTest world = new RecoveryTest();
            requests = world.killedAt(at);
        }
        assertTrue(requests > 8, requests + " requests");
    }

    @Test
    void whereObjectsAreThereAndNoManifestIsOneWasDeletedAndIsToBeRestored() {
        ingest("one", "a:1", "b:1");
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run", Planner.Mode.DRAIN,
                () -> Duration.ofSeconds(buffer.data.contents().isEmpty() ? 600 : 1));
        assertFalse(buffer.data.contents().isEmpty());
        ObjectKey current = buffer.index.state().orElseThrow().manifest();
        byte[] manifest = buffer.staging.get(current);
        buffer.staging.contents().keySet().stream().filter(key -> key.startsWith("manifests/")).map(ObjectKey::new)
                .forEach(key -> buffer.staging.delete(List.of(key)));
        loseTheTable();
        RecoveryRefusedException told = assertThrows(RecoveryRefusedException.class, this::recover);
        assertTrue(told.getMessage().contains("Restore it"), told.getMessage());
        assertEquals(0, buffer.index.entries());
        buffer.staging.put(current, Body.of(manifest));
        buffer.now = buffer.now.plus(Duration.ofMinutes(16));
        assertTrue(recover().complete());
        assertEquals(List.of("a:1"), drained());
    }

    @Test
    void aBufferThatNothingWasCommittedOfIsRecoveredBesideOneThatDelivered() {
        buffer.data.put(new ObjectKey("key=a/quakes-1-2020-01-01-00-00-00-00000000-0000-8000-8000-000000000000.gz"),
                Body.of(new byte[0]));
        buffer.staging.put(new ObjectKey("manifests/quakes!lane!1/another's"), Body.of(new byte[0]));
        ingest("one", "a:1");
        loseTheTable();
        assertEquals(1, recover().entries());
    }

    @Test
    void whoKnowsThatNoManifestWasDeletedGoesOnWithWhatIsFound() {
        buffer.data.put(new ObjectKey("key=a/quakes-1-2020-01-01-00-00-00-00000000-0000-8000-8000-000000000000.gz"),
                Body.of(new byte[0]));
        ingest("one", "a:1");
        loseTheTable();
        assertThrows(RecoveryRefusedException.class, this::recover);
        assertEquals(1, recovery(_ -> {}, Optional.empty()).recover(Deadline.NONE).entries());
    }

    @Test
    void aManifestThatOthersHaveFollowedIsNotGoneOnWith() {
        ingest("one", "a:1");
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run", Planner.Mode.SCHEDULED, Deadline.NONE);
        ObjectKey old = buffer.index.state().orElseThrow().manifest();
        byte[] manifest = buffer.staging.get(old);
        buffer.drain("later");
        buffer.staging.delete(List.of(buffer.index.state().orElseThrow().manifest()));
        buffer.staging.put(old, Body.of(manifest));
        loseTheTable();
        RecoveryRefusedException told = assertThrows(RecoveryRefusedException.class, this::recover);
        assertTrue(told.getMessage().contains("is not the last that was committed"), told.getMessage());
    }

    @Test
    void anEnvironmentOfMoreShardsThanTheRecoverysIsReadAlthoughItTellsThemNoMore() {
        Ingest warm = buffer.ingest(8, buffer.staging, buffer.index);
        for (int i = 0; i < 8; i++) {
            warm.accept(buffer.batch("before " + i, "a:1"), Optional.empty());
        }
        loseTheTable();
        recover();
        assertEquals(8, buffer.index.shardsUsed());
        for (int i = 0; i < 8; i++) {
            warm.accept(buffer.batch("after " + i, "a:2"), Optional.empty());
        }
        assertEquals(16, drained().size());
        loseTheTable();
        recover();
        assertEquals(8, buffer.index.shardsUsed(), "the manifest tells it when all is folded");
    }

    @Test
    void anEnvironmentTellsItsShardsUntilASegmentThatTellsThemIsStaged() {
        CountingIndex index = new CountingIndex(buffer.index);
        Ingest warm = buffer.ingest(8, buffer.staging, index);
        warm.accept(buffer.batch("one", "a:1"), Optional.empty());
        warm.accept(buffer.batch("two", "a:2"), Optional.empty());
        assertEquals(1, index.requests.stream().filter("use shards"::equals).count(), index.requests.toString());
    }

    private int killedAt(int at) {
        ingest("one", "a:1");
        buffer.drain("first");
        ingest("two", "a:2");
        loseTheTable();
        int[] made = {0};
        Consumer<String> killer = _ -> {
            if (made[0]++ == at) {
                throw new IllegalStateException("killed");
            }
        };
        assertThrows(IllegalStateException.class, () -> {
            recovery(killer).recover(Deadline.NONE);
            throw new IllegalStateException("not killed");
        });
        int requests = made[0];
        assertTrue(recover().complete());
        assertAllDelivered();
        return requests > at ? Integer.MAX_VALUE : requests;
    }

    private Recovery recovery(Consumer<String> observer) {
        return recovery(observer, Optional.of(new DeliveredObjects("quakes", List.of("key=", "errors/"),
                List.of("quakes", "quakes!lane!1"))));
    }

    private Recovery recovery(Consumer<String> observer, Optional<DeliveredObjects> delivered) {
        return new Recovery(
                new RecoverySettings(4, RecoverySettings.INVOCATION_MAX, ReleasedSegments.DELETED, delivered),
                new Buffer("quakes", new CountingObjectStore(buffer.staging, observer),
                        new CountingIndex(buffer.index, observer)),
                new CountingObjectStore(buffer.data, observer), observed(observer), Workers.sequential(),
                () -> buffer.now);
    }

    private RecoveryMark observed(Consumer<String> observer) {
        return new RecoveryMark() {
            @Override
            public Standing read() {
                observer.accept("read mark");
                return buffer.index.read();
            }

            @Override
            public void write(Standing standing) {
                observer.accept("write mark");
                buffer.index.write(standing);
            }
        };
    }

    private RecoverySummary recoverNow() {
        return recovery(_ -> {}).recover(Deadline.NONE);
    }

    private RecoverySummary recover() {
        return recoverNow();
    }

    private void ingest(String name, String... records) {
        buffer.ingest(buffer.batch(name, records));
    }

    private void loseTheTable() {
        buffer.index.lose();
        buffer.index.replace();
        quiet();
    }

    private void quiet() {
        buffer.now = buffer.now.plus(Duration.ofMinutes(16));
    }

    private Manifest manifest() {
        FlushState state = buffer.index.state().orElseThrow();
        return Manifest.decode(buffer.staging.get(state.manifest()));
    }

    private void assertAllDelivered() {
        ingest("one", "a:1");
        assertEquals(BOTH.size(), drained().size());
    }

    private List<String> drained() {
        buffer.drain("last");
        for (int shard = 0; shard < 4; shard++) {
            assertEquals(List.of(), buffer.index.read(new Shard(shard), Optional.empty()).entries());
        }
        return buffer.delivered("key=a");
    }
}
