package io.sluice.local.serve.power;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;

/// An open file or folder of a [Disk]. One thread uses its position at a time.
final class DiskChannel extends FileChannel {
    private final Disk disk;
    private final List<String> path;
    private final Node node;
    private long position;

    DiskChannel(Disk disk, List<String> path, Node node) {
        this.disk = disk;
        this.path = path;
        this.node = node;
    }

    private Node.OfFile file() throws IOException {
        if (node instanceof Node.OfFile file) {
            return file;
        }
        throw new IOException("Is a directory");
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int count = read(into, position);
        position += Math.max(count, 0);
        return count;
    }

    @Override
    public int read(ByteBuffer into, long from) throws IOException {
        byte[] bytes = disk.read(file());
        if (from >= bytes.length) {
            return -1;
        }
        int count = Math.min(into.remaining(), bytes.length - (int) from);
        into.put(bytes, (int) from, count);
        return count;
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        throw new UnsupportedOperationException("no server scatters");
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int count = write(from, position);
        position += count;
        return count;
    }

    @Override
    public int write(ByteBuffer from, long at) throws IOException {
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        disk.write(file(), at, bytes);
        return bytes.length;
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw new UnsupportedOperationException("no server gathers");
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public FileChannel position(long to) {
        position = to;
        return this;
    }

    @Override
    public long size() throws IOException {
        return disk.read(file()).length;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        disk.truncate(file(), size);
        return this;
    }

    @Override
    public void force(boolean metaData) {
        disk.force(path, node);
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException("no server transfers");
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long from, long count) {
        throw new UnsupportedOperationException("no server transfers");
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long from, long size) {
        throw new UnsupportedOperationException("no server maps");
    }

    @Override
    public FileLock lock(long from, long size, boolean shared) {
        return tryLock(from, size, shared);
    }

    @Override
    public FileLock tryLock(long from, long size, boolean shared) {
        return new FileLock(this, from, size, shared) {
            @Override
            public boolean isValid() {
                return isOpen();
            }

            @Override
            public void release() {
                // It ends with the channel.
            }
        };
    }

    @Override
    protected void implCloseChannel() {
        // Nothing to let go of.
    }
}
