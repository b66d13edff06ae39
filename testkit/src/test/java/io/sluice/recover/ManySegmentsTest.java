package io.sluice.recover;

import io.sluice.flush.BufferInMemory;
import io.sluice.flush.ReleasedSegments;
import io.sluice.flush.Sweep;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.index.Shard;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.position.Identity;
import io.sluice.position.RecordName;
import io.sluice.segment.BatchId;
import io.sluice.segment.Directory;
import io.sluice.segment.Segment;
import io.sluice.segment.SegmentId;
import io.sluice.segment.SegmentTail;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// A recovery and a sweep of more segments than one invocation has time for. `-Drecovery.segments=5000000` and a small
/// heap (`-Xmx`) show that what is held does not grow with their number.
final class ManySegmentsTest {
    private static final long SEGMENTS = Long.getLong("recovery.segments", 20_000);
    private static final int PAGE = 1_000;
    private static final InstantSource NOON = InstantSource.fixed(Instant.parse("2026-01-01T12:00:00Z"));

    /// Made as they are asked for: each has one record, and the word that it was accepted.
    private static final class Made extends PassingObjectStore {
        private final AtomicLong listed = new AtomicLong();
        private final AtomicLong requests = new AtomicLong();
        private final BitSet deleted = new BitSet();
        private final BitSet words = new BitSet();

        Made() {
            super(new MemoryObjectStore(NOON));
        }

        @Override
        public ObjectPage list(String prefix, String after) {
            if (!prefix.equals(SegmentId.prefix("quakes"))) {
                return super.list(prefix, after);
            }
            long next = after.isEmpty() ? 0 : 1 + number(new ObjectKey(after));
            List<ObjectInfo> page = new ArrayList<>();
            for (; page.size() < PAGE && next < SEGMENTS; next++) {
                Segment segment = segment(next);
                page.add(info(segment.id().key("quakes"), segment.content().length));
                page.add(info(segment.id().acceptedKey("quakes"), 0));
            }
            listed.addAndGet(page.size());
            requests.incrementAndGet();
            return new ObjectPage(page, next < SEGMENTS);
        }

        @Override
        public byte[] get(ObjectKey key, ByteRange range) {
            byte[] content = segment(number(key)).content();
            byte[] part = new byte[range.length()];
            System.arraycopy(content, (int) range.offset(), part, 0, part.length);
            return part;
        }

        @Override
        public synchronized void delete(Collection<ObjectKey> keys) {
            requests.incrementAndGet();
            keys.forEach(key -> (SegmentId.isAcceptedKey(key) ? words : deleted).set((int) number(key)));
        }

        /// Time to list a quarter of all, from now on.
        ///
        /// @param before listed besides
        Deadline quarter(long before) {
            long until = listed.get() + before + 2 * SEGMENTS / 4;
            return () -> listed.get() >= until ? Duration.ZERO : Duration.ofMinutes(10);
        }

        private static ObjectInfo info(ObjectKey key, long length) {
            return new ObjectInfo(key, length, Instant.parse("2026-01-01T11:00:00Z"), "");
        }

        private static long number(ObjectKey key) {
            String name = key.value().substring(SegmentId.prefix("quakes").length());
            return BatchId.parse(name.substring(0, 32)).high();
        }

        private static Segment segment(long number) {
            return Segment.of(new byte[0], tail(number));
        }

        private static SegmentTail tail(long number) {
            return new SegmentTail(new BatchId(number, 0), 1, 1, 0, Directory.of(List.of(), 0),
                    new Identity.ByRecord(List.of(new RecordName(number, 0))), 4, 0);
        }
    }

    @Test
    void aRecoveryOfMoreThanOneInvocationHasTimeForGoesOnWhereItWas() {
        recovers(RecoverySettings.INVOCATION_MAX, 2 * SEGMENTS);
    }

    /// Whoever made sure that nobody stages has not all of them listed first, which no invocation has time for.
    @Test
    void aRecoveryAtOnceBeginsHoweverManyThereAre() {
        recovers(Duration.ZERO, 0);
    }

    /// @param besides what the first invocation may list before it begins
    private static void recovers(Duration quietFor, long besides) {
        long[] written = {0, 0};
        MemoryIndex table = new MemoryIndex(50);
        PassingIndex index = new PassingIndex(table) {
            @Override
            public void put(IndexEntry entry) {
                written[0]++;
            }

            @Override
            public void put(Receipts receipts) {
                written[1]++;
            }
        };
        Made staging = new Made();
        int invocations = 0;
        boolean complete = false;
        while (!complete) {
            assertTrue(++invocations <= 10, "it does not end");
            Deadline deadline = staging.quarter(invocations == 1 ? besides : 0);
            complete = new Recovery(
                    new RecoverySettings(4, quietFor, ReleasedSegments.KEPT, Optional.empty()),
                    new Buffer("quakes", staging, index), new MemoryObjectStore(NOON), table, Workers.sequential(),
                    NOON).recover(deadline).complete();
            assertFalse(complete && invocations < 4, "it took " + invocations + " invocations");
        }
        assertEquals(SEGMENTS, written[0]);
        assertEquals(SEGMENTS, written[1]);
        tell("recovery", invocations, staging.requests.get() + written[0] + written[1]);
    }

    @Test
    void aSweepOfMoreThanOneInvocationHasTimeForGoesOnWhereItWasAndLeavesWhatIsNamed() {
        MemoryIndex table = new MemoryIndex(50);
        Set<Long> named = LongStream.range(0, 20).map(each -> each * SEGMENTS / 20).boxed().collect(toSet());
        named.forEach(number -> table.put(IndexEntry.of(Made.segment(number), Made.tail(number),
                new Shard((int) (number % 4)), "quakes")));
        Sweep.ShareLimits usual = Sweep.ShareLimits.USUAL;
        Sweep.ShareLimits limits = new Sweep.ShareLimits((int) Math.min(usual.keysMax(), SEGMENTS / 20),
                usual.pagesMax());
        Made staging = new Made();
        int invocations = 0;
        long removed = 0;
        boolean complete = false;
        while (!complete) {
            assertTrue(++invocations <= 10, "it does not end");
            Sweep.Summary summary = new Sweep(BufferInMemory.settings(), new Buffer("quakes", staging, table), table,
                    limits,
                    new VirtualThreadWorkers(Sweep.REQUESTS_MAX), () -> NOON.instant().plus(Duration.ofDays(2)))
                    .sweep(staging.quarter(0));
            complete = summary.complete();
            removed += summary.segments();
            assertFalse(complete && invocations < 4, "it took " + invocations + " invocations");
        }
        assertEquals(2 * (SEGMENTS - named.size()), removed);
        assertEquals(SEGMENTS - named.size(), staging.deleted.cardinality());
        assertTrue(named.stream().noneMatch(each -> staging.deleted.get(each.intValue())));
        assertEquals(staging.deleted, staging.words);
        tell("sweep", invocations, staging.requests.get());
    }

    private static void tell(String what, int invocations, long requests) {
        System.out.println(what + " of " + SEGMENTS + " segments: " + invocations + " invocations, " + requests
                + " requests that list, delete or put, " + (Runtime.getRuntime().maxMemory() >> 20) + " MB of heap");
    }
}
