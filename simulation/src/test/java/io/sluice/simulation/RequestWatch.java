package io.sluice.simulation;

import io.sluice.buffers.BufferCountHistory;
import io.sluice.buffers.BufferNumber;
import io.sluice.index.BufferIndex.Advance;
import io.sluice.index.BufferIndex.Claim;
import io.sluice.index.BufferIndex.Commit;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.landing.LakeLog;
import io.sluice.landing.Landing;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore.Created;
import io.sluice.objects.StoreException;
import io.sluice.segment.SegmentId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Sees what becomes of one invocation's requests, and notes the rare states that they reach. What it is told of was
/// done, whether or not the invocation ever hears of it. Not safe for concurrent use.
final class RequestWatch {
    private static final String SWEEP = "sweep ";
    private static final String MANIFESTS = "manifests/";
    private static final String SEGMENTS = "segments/";
    private static final String LANDINGS = "landings/";
    private static final String LAKE = Landing.prefix(LakeLog.chain(World.STREAM));

    private final World world;
    private final WorldWatch memory;
    private final Reached reached;
    private final Actor actor;
    private Optional<FlushState> state = Optional.empty();
    private boolean stalled;
    private boolean committed;
    private boolean wroteObjects;
    /// The first of two copies of a request did what the second one is refused for.
    private boolean firstCopyWon;

    RequestWatch(World world, Actor actor) {
        this.world = world;
        this.memory = world.watch();
        this.reached = world.reached();
        this.actor = actor;
    }

    void stalls() {
        stalled = true;
    }

    void dies() {
        reached.note(RareState.RUN_DIED_BETWEEN_OBJECTS_AND_COMMIT, committed && wroteObjects);
    }

    void read(Optional<FlushState> now) {
        state = now;
        stalled = false;
    }

    void committed(Fault fault, FlushState next, Commit answer) {
        boolean won = answer == Commit.COMMITTED;
        if (won) {
            memory.committed(next.manifest(), actor);
        }
        switch (fault) {
            case LOST_ANSWER -> reached
                    .note(won ? RareState.COMMIT_WON_ANSWER_LOST : RareState.COMMIT_LOST_ANSWER_LOST);
            case LATE -> reached.note(won ? RareState.COMMIT_WON_LATE : RareState.COMMIT_LOST_LATE);
            case CRASH_AFTER -> reached.note(RareState.COMMIT_WON_SENDER_DIED, won);
            case SENT_TWICE -> refusedByItsOwnCopy(won, RareState.COMMIT_REFUSED_BY_ITS_OWN_COPY);
            default -> reached.note(RareState.COMMIT_LOST_AFTER_STALL, !won && stalled && fault == Fault.NONE);
        }
        if (won && !isLate(fault)) {
            committed = true;
            wroteObjects = false;
        }
    }

    private void refusedByItsOwnCopy(boolean won, RareState refused) {
        reached.note(refused, firstCopyWon && !won);
        firstCopyWon = won;
    }

    private static boolean isLate(Fault fault) {
        return fault == Fault.LATE || fault == Fault.STRAY_COPY;
    }

    /// @param buffer its name
    void entered(String buffer, Fault fault, IndexEntry entry) {
        entered(buffer, entry);
        reached.note(RareState.ENTRY_WRITTEN_ANSWER_LOST, fault == Fault.LOST_ANSWER);
        reached.note(RareState.ENTRY_WRITTEN_LATE, fault == Fault.LATE);
    }

    private void entered(String buffer, IndexEntry entry) {
        ObjectKey segment = entry.segment().key(buffer);
        boolean isFirst = !memory.isNamed(segment);
        reached.note(RareState.SWEEP_BETWEEN_SEGMENT_AND_ENTRY, isFirst && memory.wasSweptOver(segment)
                && memory.writer(segment).filter(actor::equals).isPresent());
        reached.note(RareState.BATCH_ENTERED_TWICE, !memory.entered(entry, segment).equals(segment));
        Ledger ledger = world.buffer(buffer).ledger();
        reached.note(RareState.BATCH_ENTERED_AFTER_FOLDED, ledger.wasFolded(entry.batch()));
        reached.note(RareState.STAGED_INTO_EMPTY_TABLE, ledger.isLost() && !memory.isSetBack());
        reached.note(RareState.ENTRY_IN_LANE_NO_MORE, isInLaneNoMore(buffer));
    }

    private boolean isInLaneNoMore(String buffer) {
        return !buffer.equals(World.STREAM) && world.streamNames().contains(buffer)
                && world.table().bufferCounts().filter(history -> IntStream.range(0, history.last())
                        .noneMatch(lane -> new BufferNumber(lane).buffer(World.STREAM).equals(buffer))).isPresent();
    }

    void claimed(String buffer, Fault fault, IndexEntry entry, Claim answer) {
        boolean won = answer == Claim.CLAIMED;
        if (won) {
            entered(buffer, entry);
        }
        switch (fault) {
            case LOST_ANSWER -> reached.note(won ? RareState.CLAIM_WON_ANSWER_LOST : RareState.CLAIM_LOST_ANSWER_LOST);
            case LATE -> reached.note(RareState.CLAIM_WON_LATE, won);
            case SENT_TWICE -> refusedByItsOwnCopy(won, RareState.CLAIM_REFUSED_BY_ITS_OWN_COPY);
            default -> reached.note(RareState.RECEIPT_CONFLICT, !won && fault == Fault.NONE);
        }
    }

    void advanced(String buffer, Fault fault, IndexEntry entry, Advance answer) {
        boolean won = answer == Advance.ADVANCED;
        if (won) {
            entered(buffer, entry);
        }
        switch (fault) {
            case LOST_ANSWER -> reached.note(RareState.ADVANCE_WON_ANSWER_LOST, won);
            case LATE -> reached.note(RareState.ADVANCE_WON_LATE, won);
            case SENT_TWICE -> refusedByItsOwnCopy(won, RareState.ADVANCE_REFUSED_BY_ITS_OWN_COPY);
            default -> reached.note(RareState.RANGE_REFUSED, !won && fault == Fault.NONE);
        }
    }

    void read(String buffer, EntryPage page) {
        Ledger ledger = world.buffer(buffer).ledger();
        reached.note(RareState.FOLDED_ENTRY_READ, actor.toString().startsWith(Flushes.NAME)
                && page.entries().stream().anyMatch(entry -> ledger.wasFolded(entry.batch())));
    }

    void leavesEntries() {
        reached.note(RareState.ENTRIES_LEFT_UNDELETED);
    }

    void movedLanes(Fault fault, Optional<BufferCountHistory> expected, BufferCountHistory next, boolean moved) {
        reached.note(RareState.LANES_CHANGE_REFUSED, !moved && fault == Fault.NONE);
        reached.note(RareState.LANES_CHANGE_ANSWER_LOST, moved && fault == Fault.LOST_ANSWER);
        reached.note(RareState.LANES_LOWERED,
                moved && expected.filter(before -> next.last() < before.last()).isPresent());
        reached.note(RareState.LANES_DECIDED_WHILE_TABLE_LOST, moved && world.ledger().isLost());
    }

    void goesOn(boolean behindAnother) {
        reached.note(RareState.SWEEP_GONE_ON_WITH, behindAnother);
    }

    /// A whole object was read.
    void got(ObjectKey key) {
        reached.note(RareState.MANIFEST_REPLACED_WHILE_READ, isOfTheStateRead(key) && isReplaced(key));
    }

    private boolean isOfTheStateRead(ObjectKey key) {
        return state.filter(each -> each.manifest().equals(key)).isPresent();
    }

    private boolean isReplaced(ObjectKey manifest) {
        Ledger ledger = world.ledgerOf(manifest);
        return !ledger.isTableLost() && !ledger.isCurrent(manifest);
    }

    /// A read of a whole object failed.
    void failed(ObjectKey key, StoreException failure) {
        reached.note(RareState.MANIFEST_GONE_WHILE_READ,
                failure.kind() == StoreException.Kind.MISSING && isOfTheStateRead(key) && isReplaced(key));
    }

    void put(ObjectKey key) {
        if (isSegment(key)) {
            memory.wrote(key, actor);
        }
    }

    private static boolean isSegment(ObjectKey key) {
        return key.value().startsWith(SEGMENTS) && !SegmentId.isAcceptedKey(key);
    }

    /// Whether it is an object that a delivery wrote.
    private static boolean isDelivered(ObjectKey key) {
        return key.value().matches("c\\d/.*") || key.value().startsWith(Configuration.ERRORS);
    }

    void created(ObjectKey key, byte[] bytes, Fault fault, Created answer) {
        boolean isNew = answer == Created.CREATED;
        if (key.value().startsWith(LAKE)) {
            reached.note(RareState.LAKE_VERSION_TAKEN, !isNew && fault == Fault.NONE);
        } else if (key.value().startsWith(LANDINGS)) {
            putLanding(key, bytes, fault, isNew);
        } else if (isDelivered(key)) {
            createdObject(key, bytes, fault, isNew);
        }
    }

    private void putLanding(ObjectKey key, byte[] bytes, Fault fault, boolean isNew) {
        Landing landing = Landing.decode(key, bytes);
        if (isNew && landing.cause() instanceof Landing.Commit(ObjectKey manifest)) {
            reached.note(RareState.LANDING_PUT_BY_ANOTHER,
                    memory.committer(manifest).filter(other -> !other.equals(actor)).isPresent());
        }
        reached.note(RareState.LANDING_PUT_TWICE, !isNew && fault == Fault.NONE);
        reached.note(RareState.LANDING_PUT_ANSWER_LOST, isNew && fault == Fault.LOST_ANSWER);
    }

    private void createdObject(ObjectKey key, byte[] bytes, Fault fault, boolean isNew) {
        wroteObjects |= isNew && !isLate(fault);
        Optional<Actor> before = memory.wrote(key, actor);
        reached.note(RareState.OBJECT_WRITTEN_AGAIN_AFTER_REMOVAL, isNew && before.isPresent());
        reached.note(RareState.OBJECT_WRITTEN_TWICE,
                !isNew && fault == Fault.NONE && before.filter(other -> !other.equals(actor)).isPresent()
                        && Arrays.equals(bytes, world.dataBucket().get(key)));
        reached.note(RareState.OBJECT_WRITTEN_ANSWER_LOST, isNew && fault == Fault.LOST_ANSWER);
        reached.note(RareState.OBJECT_WRITTEN_LATE, isNew && fault == Fault.LATE);
        reached.note(RareState.OBJECT_COPY_AFTER_ITS_DELIVERY, isLate(fault) && world.closedAt(key).isPresent());
    }

    void refused(ObjectKey key, StoreException failure) {
        reached.note(RareState.OBJECT_REFUSED, isDelivered(key) && failure.kind() == StoreException.Kind.REFUSED);
    }

    void listed(ObjectPage page) {
        if (isSweep()) {
            page.objects().stream().map(ObjectInfo::key).filter(RequestWatch::isSegment)
                    .filter(key -> !memory.isNamed(key)).forEach(memory::sweptOver);
        }
    }

    private boolean isSweep() {
        return actor.toString().startsWith(SWEEP);
    }

    /// To be told before they are gone.
    void deletes(Collection<ObjectKey> keys) {
        List<ObjectKey> swept = isSweep()
                ? keys.stream().filter(key -> world.stagingBucket().head(key).isPresent()).toList()
                : List.of();
        swept.stream().filter(key -> key.value().startsWith(MANIFESTS))
                .filter(key -> memory.committer(key).isEmpty())
                .forEach(_ -> reached.note(RareState.UNCOMMITTED_MANIFEST_SWEPT));
        swept.stream().filter(RequestWatch::isSegment).filter(key -> !memory.isNamed(key)).forEach(this::orphaned);
    }

    private void orphaned(ObjectKey segment) {
        reached.note(RareState.SEGMENT_ORPHANED);
        memory.writer(segment).ifPresent(writer -> {
            reached.note(RareState.UPLOAD_PART_ORPHANED, writer.toString().contains("[object "));
            reached.note(RareState.SEGMENT_SWEPT_UNDER_ITS_WRITER, !writer.hasEnded());
        });
    }
}
