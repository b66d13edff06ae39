package io.sluice.local.verify;

/// Lines with their line feeds: a record that has line feeds in it is several. A last line without one is another unit
/// than with it.
final class LineUnits extends Units {
    private final UnitDigest digest = new UnitDigest();
    private final UnitSink sink;

    LineUnits(UnitSink sink) {
        this.sink = sink;
    }

    @Override
    public void write(byte[] data, int offset, int length) {
        int start = offset;
        for (int i = offset; i < offset + length; i++) {
            if (data[i] == '\n') {
                digest.update(data, start, i + 1 - start);
                digest.finishTo(sink);
                start = i + 1;
            }
        }
        digest.update(data, start, offset + length - start);
    }

    @Override
    boolean end() {
        if (digest.bytes() == 0) {
            return true;
        }
        digest.finishTo(sink);
        return false;
    }
}
