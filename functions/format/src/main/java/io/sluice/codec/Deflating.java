package io.sluice.codec;

/// Makes [DeflatedRun]s one after another. It keeps its memory from run to run and belongs to one thread.
final class Deflating implements RawSink, AutoCloseable {
    private final Deflation deflation = new Deflation(Deflation.DEFAULT_LEVEL);
    private final ByteBuilder run = new ByteBuilder();
    private long rawBytes;

    @Override
    public void append(byte[] data, int offset, int length) {
        rawBytes += length;
        deflation.deflate(data, offset, length, run);
    }

    /// Returns the run of what was appended since the last one.
    DeflatedRun end(Deflation.End end) {
        int crc = deflation.end(end, run);
        DeflatedRun made = new DeflatedRun(run.toBytes(), crc, rawBytes);
        run.clear();
        rawBytes = 0;
        return made;
    }

    @Override
    public void close() {
        deflation.close();
    }
}
