package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.call.Call;
import io.sluice.call.CallGroup;
import io.sluice.event.CallSettings.Retries;
import io.sluice.flush.BufferInMemory;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.flush.ReleasedSegments;
import io.sluice.flush.TableLostException;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.recover.Recovery;
import io.sluice.recover.RecoverySettings;
import io.sluice.testkit.requests.CountingIndex;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Calls of Firehose's API, each with a receipt of its own, whichever are staged together and by which replica: the
/// requests that they take, and what happens when one of these is lost, refused or late. Call *n* has the records
/// `a:n.0` and `a:n.1`.
final class CallsTest {
    private final BufferInMemory buffer = new BufferInMemory();

    private Call call(int number) {
        return Call.named("quakes", "invocation " + number, hash(number), Retries.ONCE, buffer.now, records(number));
    }

    private Call nameless(int number) {
        return Call.nameless(new RecordName(0, number), buffer.now, records(number));
    }

    private static byte[] hash(int number) {
        return ("body " + number).getBytes(UTF_8);
    }

    private static List<byte[]> records(int number) {
        return List.of(("a:" + number + ".0").getBytes(UTF_8), ("a:" + number + ".1").getBytes(UTF_8));
    }

    private StagedCalls stage(Call... calls) {
        return stage(buffer.ingest(buffer.staging, buffer.index), calls);
    }

    private static StagedCalls stage(Ingest replica, Call... calls) {
        return replica.acceptCalls(new CallGroup("quakes", List.of(calls)).batch(), Deadline.NONE);
    }

    private void assertDelivered(int... calls) {
        drain("last");
        assertEquals(IntStream.of(calls).boxed().flatMap(CallsTest::lines).sorted().toList(), delivered());
    }

    private List<String> delivered() {
        return buffer.delivered("key=a").stream().sorted().toList();
    }

    private static Stream<String> lines(int call) {
        return records(call).stream().map(each -> new String(each, UTF_8));
    }

    private void drain(String run) {
        new Flusher(settings(), new Buffer("quakes", buffer.staging, buffer.index), buffer.data, Workers.sequential(),
                () -> buffer.now).flush(run, Planner.Mode.DRAIN, Deadline.NONE);
    }

    private static FlushSettings settings() {
        FlushSettings usual = BufferInMemory.settings();
        return new FlushSettings(usual.plan(), usual.flushMemoryBytesMax(), usual.directoryBytesMax(), usual.slicing(),
                ReleasedSegments.KEPT);
    }

    private void loseTheTableAndRecover() {
        buffer.index.lose();
        buffer.index.replace();
        buffer.now = buffer.now.plus(Duration.ofMinutes(16));
        new Recovery(new RecoverySettings(4, RecoverySettings.INVOCATION_MAX, ReleasedSegments.KEPT, Optional.empty()),
                new Buffer("quakes", buffer.staging, buffer.index), buffer.data, buffer.index, Workers.sequential(),
                () -> buffer.now).recover(Deadline.NONE);
    }

    @Test
    void aGroupIsOneReadTwoPutsAndOneTransactionHoweverManyCallsItHas() {
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        Ingest replica = buffer.ingest(staging, index);
        stage(replica, call(0));
        drain("one");
        for (int calls : new int[]{1, 2, 99}) {
            index.requests.clear();
            staging.requests.clear();
            StagedCalls staged = stage(replica, IntStream.range(0, calls).mapToObj(each -> call(1_000 * calls + each))
                    .toArray(Call[]::new));
            assertEquals(2 * (calls + 1), staged.summary().writeUnits());
            assertEquals(2 * calls, staged.summary().records());
            assertEquals(List.of("state", "claim"), index.requests);
            assertEquals(2, staging.requests.size(), staging.requests.toString());
            assertTrue(staging.requests.getLast().endsWith(".accepted"), staging.requests.toString());
        }
    }

    @Test
    void aGroupWithoutReceiptsIsOnePutAndOneWrite() {
        CountingObjectStore staging = new CountingObjectStore(buffer.staging);
        CountingIndex index = new CountingIndex(buffer.index);
        Ingest replica = buffer.ingest(staging, index);
        stage(replica, nameless(0));
        index.requests.clear();
        staging.requests.clear();
        assertEquals(1, stage(replica, nameless(1), nameless(2)).summary().writeUnits());
        assertEquals(List.of("put"), index.requests);
        assertEquals(1, staging.requests.size(), staging.requests.toString());
        assertDelivered(0, 1, 2);
    }

    @Test
    void aCallThatComesAgainInAnotherGroupIsLeftAlone() {
        stage(call(1), call(2));
        buffer.now = buffer.now.plusSeconds(2);
        StagedCalls again = stage(call(3), call(2), nameless(4));
        assertEquals(Set.of(call(2).id()), again.repeated());
        assertEquals(4, again.summary().records());
        assertEquals(2, again.summary().repeated());
        drain("one");
        assertEquals(Set.of(call(1).id(), call(3).id()), stage(call(1), call(3)).repeated());
        assertDelivered(1, 2, 3, 4);
    }

    @Test
    void oneIdWithAnotherBodyIsAnotherCall() {
        Call other = Call.named("quakes", "invocation 1", hash(2), Retries.ONCE, buffer.now, records(2));
        stage(call(1));
        assertEquals(Set.of(), stage(other).repeated());
        assertDelivered(1, 2);
    }

    @Test
    void aCallThatMayBeStagedAgainHasTheSameIdAndNoReceipt() {
        Call again = Call.named("quakes", "invocation 1", hash(1), Retries.AGAIN, buffer.now, records(1));
        stage(again, call(2));
        assertEquals(Set.of(), buffer.index.receipts(List.of(again.id())).keySet());
        assertEquals(call(1).recordId(1), again.recordId(1));
        assertEquals(Set.of(), stage(again, nameless(3)).repeated());
        assertDelivered(1, 1, 2, 3);
    }

    /// A client's time-out is over, and another replica has what this one is about to commit.
    @Test
    void whatAnotherReplicaStagesMeanwhileIsLeftToItAndTheRestIsStaged() {
        BufferIndex index = new PassingIndex(buffer.index) {
            private boolean isFirst = true;

            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                if (isFirst) {
                    isFirst = false;
                    buffer.now = buffer.now.plusMillis(1);
                    stage(call(2), call(9));
                }
                return super.put(entry, receipts);
            }
        };
        StagedCalls staged = stage(buffer.ingest(buffer.staging, index), call(1), call(2), nameless(3));
        assertEquals(Set.of(call(2).id()), staged.repeated());
        assertDelivered(1, 2, 3, 9);
    }

    @Test
    void theSameGroupOfTwoReplicasAtTheSameMillisecondIsStagedOnce() {
        BufferIndex index = new PassingIndex(buffer.index) {
            private boolean isFirst = true;

            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                if (isFirst) {
                    isFirst = false;
                    stage(call(1), call(2));
                }
                return super.put(entry, receipts);
            }
        };
        stage(buffer.ingest(buffer.staging, index), call(1), call(2));
        assertDelivered(1, 2);
    }

    /// Two transactions that meet at one receipt are both refused at times, and neither has left anything.
    @Test
    void aTransactionOfUnknownOutcomeIsTriedOnceMoreForCallsWithoutAName() {
        List<Runnable> late = new ArrayList<>();
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                if (late.isEmpty()) {
                    late.add(() -> super.put(entry, receipts));
                    throw new StoreException(StoreException.Kind.UNKNOWN, "a transaction is under way");
                }
                return super.put(entry, receipts);
            }
        };
        stage(buffer.ingest(buffer.staging, index), call(1), nameless(2));
        late.forEach(Runnable::run);
        assertDelivered(1, 2);
    }

    /// A client that gets no answer tries its calls again, each among others, by another replica.
    @ParameterizedTest
    @EnumSource
    void whereverAReplicaDiesNoCallIsLostOrDoubled(Faults.Kind kind) {
        atEachRequest(kind, CallsTest::assertStagedOnce);
    }

    @ParameterizedTest
    @EnumSource
    void whereverAReplicaDiesARecoveryOfTheTableFindsItsCalls(Faults.Kind kind) {
        atEachRequest(kind, test -> {
            test.loseTheTableAndRecover();
            return test.assertStagedOnce();
        });
    }

    private static void atEachRequest(Faults.Kind kind, Function<CallsTest, String> then) {
        int at = 0;
        for (boolean struck = true; struck; at++) {
            CallsTest test = new CallsTest();
            test.stage(test.call(1));
            test.drain("first");
            Faults faults = new Faults(() -> {});
            Ingest dying = test.buffer.ingest(new PassingObjectStore(test.buffer.staging, faults),
                    new PassingIndex(test.buffer.index, faults));
            faults.arm(kind, at);
            try {
                stage(dying, test.call(1), test.call(2), test.call(3));
            } catch (Faults.Crash | StoreException e) {
                // its clients get no answer
            }
            struck = faults.requests.size() > at;
            assertEquals("", then.apply(test), kind + " at request " + at + " of " + faults.requests);
        }
        assertTrue(at > 9, "requests: " + at);
    }

    /// All that was asked for comes again, under other boundaries.
    private String assertStagedOnce() {
        buffer.now = buffer.now.plusSeconds(1);
        stage(call(3), call(4));
        stage(call(2), call(1), call(5));
        assertEquals(Set.of(call(1).id(), call(2).id(), call(3).id()), stage(call(1), call(2), call(3)).repeated());
        drain("last");
        List<String> expected = Stream.of(1, 2, 3, 4, 5).flatMap(CallsTest::lines).sorted().toList();
        return delivered().equals(expected) ? "" : "delivered " + delivered();
    }

    @Test
    void afterARecoveryOfTheTableRepeatsAreFoundAndAnsweredAsBefore() {
        stage(call(1), call(2), nameless(7));
        drain("first");
        stage(call(3), nameless(8));
        loseTheTableAndRecover();
        assertEquals(Set.of(call(1).id(), call(2).id(), call(3).id()),
                stage(call(1), call(2), call(3), call(4)).repeated());
        assertDelivered(1, 2, 3, 4, 7, 8);
    }

    @Test
    void nothingIsStagedBesideATableThatIsLost() {
        stage(call(1));
        drain("first");
        buffer.index.lose();
        buffer.index.replace();
        assertThrows(TableLostException.class, () -> stage(call(1), nameless(2)));
        assertEquals(0, buffer.index.entries());
    }

    /// The sweep has the segment of whoever was suspended between it and its entry; the clients went elsewhere.
    @Test
    void whoeverWasSuspendedCommitsNothing() {
        var suspended = new Object() {
            private boolean is;
        };
        PassingObjectStore staging = new PassingObjectStore(buffer.staging) {
            @Override
            public void put(ObjectKey key, Body body) {
                super.put(key, body);
                suspended.is = true;
            }
        };
        for (List<Call> calls : List.of(List.of(call(1), nameless(2)), List.of(nameless(3)))) {
            suspended.is = false;
            assertThrows(StoreException.class, () -> buffer.ingest(staging, buffer.index).acceptCalls(
                    new CallGroup("quakes", calls).batch(),
                    () -> suspended.is ? Duration.ofHours(-27) : Duration.ofMinutes(15)));
        }
        assertEquals(0, buffer.index.entries());
        stage(call(1));
        buffer.now = buffer.now.plus(Duration.ofHours(28));
        buffer.sweep();
        assertDelivered(1);
    }

    /// It wakes up to a request whose time is over, which may have been applied or not.
    @Test
    void whoeverWasSuspendedInATransactionTriesNoOther() {
        var suspended = new Object() {
            private boolean is;
        };
        List<Receipts> claims = new ArrayList<>();
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                claims.add(receipts);
                suspended.is = true;
                throw new StoreException(StoreException.Kind.UNKNOWN, "no answer came in time");
            }
        };
        assertThrows(StoreException.class, () -> buffer.ingest(buffer.staging, index).acceptCalls(
                new CallGroup("quakes", List.of(call(1), nameless(2))).batch(),
                () -> suspended.is ? Duration.ofHours(-27) : Duration.ofMinutes(15)));
        assertEquals(1, claims.size());
        assertEquals(0, buffer.index.entries());
    }

    @Test
    void receiptsAreKeptForADay() {
        List<Receipts> claims = new ArrayList<>();
        BufferIndex index = new PassingIndex(buffer.index) {
            @Override
            public Claim put(IndexEntry entry, Receipts receipts) {
                claims.add(receipts);
                return super.put(entry, receipts);
            }
        };
        stage(buffer.ingest(buffer.staging, index), call(1));
        assertEquals(Duration.ofDays(1), Duration.between(Instant.EPOCH, claims.getFirst().expires()));
    }

    @Test
    void recordsWithoutAKeyAreErrorRecordsAndTheirCallIsStaged() {
        Call mixed = Call.named("quakes", "mixed", new byte[0], Retries.ONCE, buffer.now,
                Arrays.asList("a:fine".getBytes(UTF_8), "no key".getBytes(UTF_8), new byte[0]));
        IngestSummary summary = stage(mixed).summary();
        assertEquals(3, summary.records());
        assertEquals(2, summary.rejected());
        drain("last");
        assertEquals(List.of("a:fine"), delivered());
    }
}
