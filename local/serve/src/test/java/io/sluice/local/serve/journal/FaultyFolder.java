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
    private static final int SECTOR_BYTES = 512;

    private final Map<String, Content> files = new TreeMap<>();
    private long steps;
    private long stopAt = Long.MAX_VALUE;
    private long failFrom = Long.MAX_VALUE;
    private long failUntil = Long.MAX_VALUE;
    private Random half = new Random(0);
    private Runnable atForce = () -> {};

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

    /// Does something whenever the disk is waited for.
    synchronized void atForce(Runnable what) {
        atForce = what;
    }

    /// What the next process finds after this one was killed: all that was written.
    synchronized FaultyFolder afterKill() {
        var next = new FaultyFolder();
        files.forEach((name, content) -> next.put(name, content.written));
        return next;
    }

    /// What is found after the machine stopped: all that was forced; of the rest some sectors, in any order, a length
    /// without its bytes, and blocks of other files where nothing was written.
    synchronized FaultyFolder afterPowerFailure(long seed) {
        var next = new FaultyFolder();
        var random = new Random(seed);
        files.forEach((name, content) -> next.put(name, torn(content, random)));
        return next;
    }

    private byte[] torn(Content content, Random random) {
        int least = Math.min(content.written.length, content.forced.length);
        int most = Math.max(content.written.length, content.forced.length);
        int size = random.nextInt(3) == 0 ? most : least + random.nextInt(most - least + 1);
        byte[] kept = new byte[size];
        int mode = random.nextInt(4);
        for (int at = 0; at < size; at += SECTOR_BYTES) {
            int end = Math.min(at + SECTOR_BYTES, size);
            boolean isChanged = !Arrays.equals(part(content.written, at, end), part(content.forced, at, end));
            byte[] sector = part(content.forced, at, end);
            if (isChanged && (mode == 0 || (mode != 1 && random.nextBoolean()))) {
                sector = part(content.written, at, end);
            } else if (isChanged && mode == 3) {
                stale(sector, Math.max(content.forced.length - at, 0), at, random);
            }
            System.arraycopy(sector, 0, kept, at, end - at);
        }
        return kept;
    }

    private static byte[] part(byte[] bytes, int from, int to) {
        return Arrays.copyOf(from < bytes.length
                ? Arrays.copyOfRange(bytes, from, Math.min(to, bytes.length))
                : new byte[0], to - from);
    }

    /// Blocks that were another file's, behind what was forced.
    private void stale(byte[] sector, int from, int at, Random random) {
        List<Content> all = List.copyOf(files.values());
        byte[] other = all.get(random.nextInt(all.size())).written;
        for (int i = from; i < sector.length; i++) {
            sector[i] = at + i < other.length ? other[at + i] : 0;
        }
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

    synchronized void zero(String name, int from, int to) {
        Arrays.fill(content(name).written, from, to, (byte) 0);
    }

    /// Takes a file out of another folder.
    synchronized void take(String name, FaultyFolder other) {
        put(name, other.content(name).written);
    }

    /// Puts the content of another file into a file.
    synchronized void take(String name, String other) {
        put(name, content(other).written);
    }

    /// Whether the step is over at which all ends.
    synchronized boolean isStopped() {
        return steps > stopAt;
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

    /// A change of a name that is there or not when it was the last step.
    private void rename(boolean isLast, Runnable change) {
        if (!isLast || half.nextBoolean()) {
            change.run();
        }
        if (isLast) {
            throw new Stopped();
        }
    }

    @Override
    public synchronized List<String> names() {
        return List.copyOf(files.keySet());
    }

    @Override
    public synchronized File create(String name) throws IOException {
        boolean isLast = growingStep();
        if (files.containsKey(name)) {
            throw new IOException("there is a file " + name);
        }
        rename(isLast, () -> files.put(name, new Content()));
        return new Opened(content(name));
    }

    @Override
    public synchronized File open(String name) {
        return new Opened(content(name));
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        rename(step(), () -> files.remove(name));
    }

    @Override
    public synchronized void replace(String name, String with) throws IOException {
        rename(step(), () -> {
            Content moved = content(name);
            files.remove(name);
            files.put(with, moved);
        });
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
                atForce.run();
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (FaultyFolder.this) {
                boolean isLast = step();
                content.written = Arrays.copyOf(content.written, Math.toIntExact(size));
                if (isLast) {
                    throw new Stopped();
                }
            }
        }

        @Override
        public void close() {
            // Nothing to let go of.
        }
    }
}
