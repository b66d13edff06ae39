package io.sluice.local.serve.journal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/// A folder in memory that knows what is on the disk for certain and what is only written, and that fails, stops the
/// process or stops the machine at a chosen step.
final class FaultyFolder implements JournalFolder {
    private final Map<String, Content> files = new TreeMap<>();
    private long steps;
    private long stopAt = Long.MAX_VALUE;
    private long failFrom = Long.MAX_VALUE;
    private long failUntil = Long.MAX_VALUE;
    private Random half = new Random(0);

    private static final class Content {
        private byte[] written = new byte[0];
        private byte[] forced = new byte[0];
    }

    /// The process has ended: nothing is done any more.
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// Steps so far that change something.
    synchronized long steps() {
        return steps;
    }

    /// Ends the process at step number `step`, in the middle of what is written there.
    synchronized void stopAt(long step, long seed) {
        stopAt = step;
        half = new Random(seed);
    }

    /// Fails all steps from `from` to before `until` that need room, as a full disk does.
    synchronized void failBetween(long from, long until) {
        failFrom = from;
        failUntil = until;
    }

    /// What the next process finds after this one was killed: all that was written.
    synchronized FaultyFolder afterKill() {
        var next = new FaultyFolder();
        files.forEach((name, content) -> next.put(name, content.written));
        return next;
    }

    /// What is found after the machine stopped: all that was forced, and of the rest a beginning.
    synchronized FaultyFolder afterPowerFailure(long seed) {
        var next = new FaultyFolder();
        var random = new Random(seed);
        files.forEach((name, content) -> {
            int more = Math.max(content.written.length - content.forced.length, 0);
            byte[] kept = Arrays.copyOf(content.written, content.forced.length + random.nextInt(more + 1));
            System.arraycopy(content.forced, 0, kept, 0, content.forced.length);
            next.put(name, kept);
        });
        return next;
    }

    private void put(String name, byte[] bytes) {
        var content = new Content();
        content.written = bytes.clone();
        content.forced = bytes.clone();
        files.put(name, content);
    }

    /// Flips one bit of a file.
    synchronized void flip(String name, int bit) {
        byte[] bytes = content(name).written;
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
    }

    synchronized int size(String name) {
        return content(name).written.length;
    }

    synchronized void cut(String name, int size) {
        content(name).written = Arrays.copyOf(content(name).written, size);
    }

    private Content content(String name) {
        Content content = files.get(name);
        if (content == null) {
            throw new IllegalArgumentException("no file " + name);
        }
        return content;
    }

    /// Whether this step is to be done by half.
    private boolean step() throws IOException {
        if (steps >= stopAt) {
            steps++;
            if (steps - 1 == stopAt) {
                return true;
            }
            throw new Stopped();
        }
        steps++;
        return false;
    }

    /// A step that needs room.
    private boolean growingStep() throws IOException {
        boolean isLast = step();
        if (steps > failFrom && steps <= failUntil) {
            throw new IOException("No space left on device");
        }
        return isLast;
    }

    @Override
    public synchronized List<String> names() {
        return List.copyOf(files.keySet());
    }

    @Override
    public synchronized File create(String name) throws IOException {
        if (growingStep()) {
            throw new Stopped();
        }
        if (files.putIfAbsent(name, new Content()) != null) {
            throw new IOException("there is a file " + name);
        }
        return new Opened(content(name));
    }

    @Override
    public synchronized File open(String name) {
        return new Opened(content(name));
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        if (step()) {
            throw new Stopped();
        }
        files.remove(name);
    }

    private final class Opened implements File {
        private final Content content;

        Opened(Content content) {
            this.content = content;
        }

        @Override
        public long size() {
            synchronized (FaultyFolder.this) {
                return content.written.length;
            }
        }

        @Override
        public void write(long position, ByteBuffer bytes) throws IOException {
            synchronized (FaultyFolder.this) {
                boolean isLast = growingStep();
                int count = isLast ? half.nextInt(bytes.remaining() + 1) : bytes.remaining();
                int end = Math.toIntExact(position) + count;
                content.written = Arrays.copyOf(content.written, Math.max(content.written.length, end));
                bytes.get(content.written, Math.toIntExact(position), count);
                if (isLast) {
                    throw new Stopped();
                }
            }
        }

        @Override
        public void read(long position, ByteBuffer into) throws IOException {
            synchronized (FaultyFolder.this) {
                if (position + into.remaining() > content.written.length) {
                    throw new EOFException();
                }
                into.put(content.written, Math.toIntExact(position), into.remaining());
            }
        }

        @Override
        public void force() throws IOException {
            synchronized (FaultyFolder.this) {
                if (step()) {
                    throw new Stopped();
                }
                content.forced = content.written.clone();
            }
        }

        @Override
        public void truncate(long size) {
            synchronized (FaultyFolder.this) {
                steps++;
                if (steps > stopAt) {
                    throw new Stopped();
                }
                content.written = Arrays.copyOf(content.written, Math.toIntExact(size));
            }
        }

        @Override
        public void close() {
            // Nothing to let go of.
        }
    }
}
