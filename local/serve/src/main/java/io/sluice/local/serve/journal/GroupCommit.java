package io.sluice.local.serve.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Writes what several threads hand in with one write and one wait for the disk. Whoever comes first writes for all who
/// came meanwhile.
///
/// Everything but [#await] is called under the lock.
final class GroupCommit {
    private static final long GROUP_BYTES_MAX = 16L << 20;
    /// Of a group whose failure not even a message could be made of: there is no memory, for one.
    private final IOException untold = new IOException("the journal can't be written");

    private final ReentrantLock lock;
    private final Condition changed;
    private final Writer writer;
    private final Deque<Pending> queue = new ArrayDeque<>();
    private boolean writing;
    private long queuedBytes;

    /// Writes a group. Called without the lock, by one thread at a time.
    @FunctionalInterface
    interface Writer {
        void write(List<Pending> group) throws IOException;
    }

    GroupCommit(ReentrantLock lock, Writer writer) {
        this.lock = lock;
        this.changed = lock.newCondition();
        this.writer = writer;
    }

    /// An entry on its way to the disk.
    static final class Pending {
        final Entry entry;
        final ByteBuffer payload;
        final int payloadCrc;
        final long sequence;
        final long written;
        private boolean done;
        private @Nullable IOException failure;

        Pending(Entry entry, ByteBuffer payload, int payloadCrc, long sequence, long written) {
            this.entry = entry;
            this.payload = payload;
            this.payloadCrc = payloadCrc;
            this.sequence = sequence;
            this.written = written;
        }

        static Pending of(Entry entry, long sequence, long written) {
            ByteBuffer payload = Entry.payload(entry);
            return new Pending(entry, payload, Entry.crc(payload.duplicate()), sequence, written);
        }

        long bytes() {
            return (long) Entry.HEADER_BYTES + payload.capacity();
        }
    }

    long queuedBytes() {
        return queuedBytes;
    }

    void add(Pending pending) {
        queue.add(pending);
        queuedBytes += pending.bytes();
    }

    /// Waits until `pending` is on the disk, writing it itself if nobody else does.
    ///
    /// @throws IOException when it is not there
    void await(Pending pending) throws IOException {
        while (!pending.done) {
            if (writing) {
                changed.awaitUninterruptibly();
            } else {
                writeNext();
            }
        }
        if (pending.failure != null) {
            throw new IOException(pending.failure.getMessage(), pending.failure);
        }
    }

    private void writeNext() {
        List<Pending> group = new ArrayList<>();
        long bytes = 0;
        while (!queue.isEmpty() && (group.isEmpty() || bytes + queue.peekFirst().bytes() <= GROUP_BYTES_MAX)) {
            group.add(queue.peekFirst());
            bytes += queue.removeFirst().bytes();
        }
        writing = true;
        IOException failure = untold;
        try {
            failure = write(group);
        } finally {
            writing = false;
            queuedBytes -= bytes;
            for (Pending pending : group) {
                pending.done = true;
                pending.failure = failure;
            }
            changed.signalAll();
        }
    }

    private @Nullable IOException write(List<Pending> group) {
        lock.unlock();
        try {
            writer.write(group);
            return null;
        } catch (IOException e) {
            return e;
        } catch (RuntimeException | Error e) {
            // Whoever waits is told, and the next group is written by whoever comes next.
            return new IOException("the journal can't be written: " + e, e);
        } finally {
            lock.lock();
        }
    }
}
