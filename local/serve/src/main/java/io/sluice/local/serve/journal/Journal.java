package io.sluice.local.serve.journal;

import io.sluice.local.serve.journal.GroupCommit.Pending;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A stream's journal. [#put] returns when the records are on the disk; what it has returned is in the journal for
/// good, under the same numbers through any end of the process, until [#staged] says that it is staged. Safe for use by
/// several threads; one of them reads.
///
/// | rule | by |
/// |---|---|
/// | nothing acknowledged is lost | one write and one wait for the disk for all that came meanwhile, then the answer |
/// | a call that its client tries again is there once | [CallKey]s, remembered through restarts ([JournalLimits]) |
/// | a batch is the same records at every attempt | its end is in the journal before it is handed on ([#cut]) |
public final class Journal implements Closeable {
    /// The time of whose groups damage is not told after a power failure: nothing but the point tells of it.
    private static final Duration POINT_FORCED_EVERY = Duration.ofSeconds(1);

    private final JournalLimits limits;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final SegmentWriter writer;
    private final GroupCommit commits;
    private final Calls calls;
    private final Map<CallKey, Pending> underWay = new HashMap<>();
    private final UUID id;
    private final UUID epoch;
    private final CommitPointFile point;
    private final List<Long> cuts;
    private volatile long staged;
    private volatile long end;
    private volatile long first;
    private long pointForced;
    private long next;
    private long lastCut;
    private int kept;
    private boolean isClosed;

    private Journal(JournalFolder folder, JournalFolder beside, JournalLimits limits, InstantSource clock, UUID fresh,
            Calls calls, JournalRecovery.Standing standing) throws IOException {
        this.limits = limits;
        this.clock = clock;
        this.id = standing.journal() == null ? fresh : standing.journal();
        this.epoch = fresh;
        this.calls = calls;
        this.writer = new SegmentWriter(folder, limits.fileBytesMax(), standing.segments());
        this.commits = new GroupCommit(lock, this::write);
        this.end = standing.end();
        this.next = standing.next();
        this.lastCut = standing.lastCut();
        this.staged = standing.staged();
        this.cuts = List.copyOf(standing.cuts());
        beginFile();
        this.first = writer.segments().firstKey();
        this.point = CommitPointFile.begin(beside, commitPoint());
        this.pointForced = clock.millis();
    }

    /// Opens the journal in `folder`, or begins one.
    ///
    /// @param beside   where it is kept how far it goes
    /// @param place    how messages name it: a path whose folder is `beside`
    /// @param fresh    the epoch of the numbers that are given from now on, and the id of a journal that is begun
    /// @param clock    the real time, by which calls are forgotten
    /// @param warnings what was found and is no failure, in sentences
    /// @throws JournalException when what was acknowledged is damaged or gone
    public static Journal open(JournalFolder folder, JournalFolder beside, String place, JournalLimits limits,
            UUID fresh, InstantSource clock, Consumer<String> warnings) throws IOException {
        var calls = new Calls(limits);
        CommitPoint point = CommitPointFile.read(beside, place);
        JournalRecovery.Standing standing = new JournalRecovery(folder, point, place, calls, clock.millis(), warnings)
                .recover();
        return new Journal(folder, beside, limits, clock, fresh, calls, standing);
    }

    /// The id of this journal, which no other has.
    public UUID id() {
        return id;
    }

    /// Takes the records of one call; returns when they are on the disk.
    ///
    /// @param total   how many records the call has
    /// @param taken   the indices of those that are to be taken, ascending
    /// @param data    their bytes
    /// @return which were taken: fewer than asked for when the journal fills up; those of the first attempt when this
    ///     is not the first
    /// @throws JournalFullException when there is room for none
    /// @throws IOException          when the disk took none
    public PutReceipt put(CallKey call, Instant arrival, int total, int[] taken, List<byte[]> data)
            throws IOException, JournalFullException {
        var whole = new Entry.Put(call, arrival.toEpochMilli(), total, taken, data);
        ByteBuffer payload = Entry.payload(whole);
        int crc = Entry.crc(payload.duplicate());
        lock.lock();
        try {
            PutReceipt known = known(call);
            if (known != null) {
                return known;
            }
            Pending pending = admit(whole, payload, crc);
            int[] admitted = ((Entry.Put) pending.entry).taken();
            if (!call.isNone()) {
                underWay.put(call, pending);
            }
            try {
                commits.await(pending);
            } finally {
                underWay.remove(call, pending);
            }
            return new PutReceipt(epoch, pending.sequence, total, admitted, PutReceipt.Repeated.NO);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable PutReceipt known(CallKey call) throws IOException {
        if (call.isNone()) {
            return null;
        }
        Pending other = underWay.get(call);
        if (other != null) {
            commits.await(other);
        }
        return calls.find(call);
    }

    private Pending admit(Entry.Put whole, ByteBuffer payload, int crc) throws JournalFullException {
        if (isClosed) {
            throw new JournalFullException("the journal takes no more: the server is stopping");
        }
        long room = limits.bytesMax() - bytes() - commits.queuedBytes() - Entry.HEADER_BYTES;
        Pending pending;
        if (payload.capacity() <= room) {
            pending = new Pending(whole, payload, crc, next, clock.millis());
        } else {
            Entry.Put part = firstOf(whole, room);
            if (part.taken().length == 0) {
                throw new JournalFullException(
                        "the journal is full: " + bytes() + " of " + limits.bytesMax() + " bytes wait to be staged");
            }
            pending = Pending.of(part, next, clock.millis());
        }
        next += ((Entry.Put) pending.entry).taken().length;
        commits.add(pending);
        return pending;
    }

    private static Entry.Put firstOf(Entry.Put whole, long room) {
        long bytes = 28;
        int count = 0;
        while (count < whole.taken().length && bytes + 6 + whole.data().get(count).length <= room) {
            bytes += 6 + whole.data().get(count).length;
            count++;
        }
        return new Entry.Put(whole.call(), whole.arrival(), whole.total(),
                Arrays.copyOf(whole.taken(), count), whole.data().subList(0, count));
    }

    /// Makes the records before `end` that no earlier batch has one batch; returns when that is on the disk.
    public void cut(long end) throws IOException {
        lock.lock();
        try {
            Pending pending = Pending.of(new Entry.Cut(), end, clock.millis());
            commits.add(pending);
            commits.await(pending);
            lastCut = Math.max(lastCut, end);
        } finally {
            lock.unlock();
        }
    }

    /// Notes that the records before `end` are staged. That need not be on the disk at once: at worst the batch is
    /// staged again, as the same batch.
    public void staged(long end) {
        lock.lock();
        try {
            staged = Math.max(staged, end);
            commits.add(Pending.of(new Entry.Staged(), end, clock.millis()));
        } finally {
            lock.unlock();
        }
    }

    /// Deletes the files whose records are all staged, of those before `cursor`'s; carries over the calls that only
    /// they tell of.
    public void trim(Cursor cursor) throws IOException {
        lock.lock();
        try {
            long upTo = -1;
            for (JournalFile segment : writer.segments().headMap(cursor.segment().number()).values()) {
                if (segment.end() > staged) {
                    break;
                }
                upTo = segment.number();
            }
            if (upTo < 0 || kept > 0) {
                return;
            }
            List<Pending> carried = Entry.Remembered.of(calls.toldUpTo(upTo, clock.millis())).stream()
                    .map(each -> Pending.of(each, next, clock.millis())).toList();
            carried.forEach(commits::add);
            for (Pending each : carried) {
                commits.await(each);
            }
            if (kept > 0) {
                // Somebody began to copy the files while the disk was waited for.
                return;
            }
            first = upTo + 1;
            tell();
            point.force();
            for (JournalFile segment : List.copyOf(writer.segments().headMap(upTo, true).values())) {
                writer.remove(segment);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Keeps the files as they are but for growing, until what this gives is closed.
    public Closeable keepFiles() {
        keep(1);
        return () -> keep(-1);
    }

    private void keep(int more) {
        lock.lock();
        try {
            kept += more;
        } finally {
            lock.unlock();
        }
    }

    /// The ends of batches that were cut before this start and may not be staged, ascending.
    public List<Long> cutsInDoubt() {
        return cuts;
    }

    /// All records before it are staged.
    public long staged() {
        return staged;
    }

    /// Reads the records that are not staged, from the first.
    public Cursor cursor() {
        return new Cursor(writer.segments(), staged);
    }

    /// The bytes of all files.
    public long bytes() {
        long bytes = 0;
        for (JournalFile segment : writer.segments().values()) {
            bytes += segment.committed();
        }
        return bytes;
    }

    /// The number that the next record gets.
    public long next() {
        lock.lock();
        try {
            return next;
        } finally {
            lock.unlock();
        }
    }

    /// Calls that are remembered.
    public int callsRemembered() {
        lock.lock();
        try {
            return calls.size();
        } finally {
            lock.unlock();
        }
    }

    /// Takes no more puts. What is there can still be cut and staged.
    public void end() {
        lock.lock();
        try {
            isClosed = true;
        } finally {
            lock.unlock();
        }
    }

    private void write(List<Pending> group) throws IOException {
        if (writer.isFull()) {
            beginFile();
        }
        writer.write(group);
        long now = clock.millis();
        lock.lock();
        try {
            long file = writer.last().number();
            for (Pending pending : group) {
                remember(pending, file, now);
            }
        } finally {
            lock.unlock();
        }
        tell();
        if (Math.abs(now - pointForced) >= POINT_FORCED_EVERY.toMillis()) {
            pointForced = now;
            point.force();
        }
    }

    private void tell() throws IOException {
        synchronized (point) {
            point.write(commitPoint());
        }
    }

    /// Of what is on the disk now.
    private CommitPoint commitPoint() {
        return new CommitPoint(id, first, writer.last().number(), writer.last().committed(), end, staged);
    }

    private void remember(Pending pending, long file, long now) {
        switch (pending.entry) {
            case Entry.Put put -> {
                end = pending.sequence + put.taken().length;
                calls.add(new Entry.Call(put.call(), pending.written,
                        new PutReceipt(epoch, pending.sequence, put.total(), put.taken(), PutReceipt.Repeated.NO)),
                        file,
                        now);
            }
            case Entry.Remembered(var carried) -> carried.forEach(call -> calls.add(call, file, now));
            case Entry.Opened _,Entry.Cut _,Entry.Staged _ -> {
                // Nothing of a call.
            }
        }
    }

    private void beginFile() throws IOException {
        boolean isFirst = writer.segments().isEmpty();
        long number = isFirst ? 0 : writer.last().number() + 1;
        long before = isFirst ? 0 : writer.last().committed();
        Entry.Opened opened;
        long sequence;
        lock.lock();
        try {
            opened = new Entry.Opened(id, epoch, number, end, lastCut, staged, before);
            sequence = next;
        } finally {
            lock.unlock();
        }
        writer.begin(opened, sequence, clock.millis());
    }

    /// Writes down what is staged, and closes the files.
    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            isClosed = true;
            Pending last = Pending.of(new Entry.Staged(), staged, clock.millis());
            commits.add(last);
            commits.await(last);
            point.force();
        } finally {
            lock.unlock();
            point.close();
            for (JournalFile segment : new ArrayList<>(writer.segments().values())) {
                segment.close();
            }
        }
    }
}
