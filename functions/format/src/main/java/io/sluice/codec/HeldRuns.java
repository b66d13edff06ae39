package io.sluice.codec;

import java.util.zip.CRC32;

/// Makes final runs one after another out of bytes that are held until a run is complete: libdeflate takes all of it at
/// once. It keeps its memory from run to run and belongs to one thread.
final class HeldRuns implements RawSink {
    private final Libdeflate library;
    private final CRC32 crc = new CRC32();
    private final ByteBuilder raw = new ByteBuilder();
    private final ByteBuilder run = new ByteBuilder();

    HeldRuns(Libdeflate library) {
        this.library = library;
    }

    @Override
    public void append(byte[] data, int offset, int length) {
        raw.append(data, offset, length);
    }

    /// Returns the run of what was appended since the last one.
    DeflatedRun end() {
        crc.reset();
        crc.update(raw.array(), 0, raw.length());
        library.deflate(raw.array(), raw.length(), run);
        DeflatedRun made = new DeflatedRun(run.toBytes(), (int) crc.getValue(), raw.length());
        raw.clear();
        run.clear();
        return made;
    }
}
