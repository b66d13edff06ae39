package io.sluice.local.input;

import io.sluice.local.records.InputSource;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the bytes that are read of inputs, as they are stored.
public final class ReadMeter {
    private final AtomicLong read = new AtomicLong();
    private final OptionalLong all;

    /// @param inputs that will be read
    public ReadMeter(List<InputSource> inputs) {
        boolean known = inputs.stream().noneMatch(InputSource::isLive);
        this.all = known ? OptionalLong.of(inputs.stream().mapToLong(InputSource::bytes).sum()) : OptionalLong.empty();
    }

    /// `source`, whose bytes are counted when they are read.
    public InputSource on(InputSource source) {
        return source.through(Counted::new);
    }

    /// Bytes that were read.
    public long read() {
        return read.get();
    }

    /// Bytes that there are; empty when an input is still being written.
    public OptionalLong all() {
        return all;
    }

    private final class Counted extends FilterInputStream {
        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            read.addAndGet(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            int bytes = super.read(target, from, length);
            read.addAndGet(Math.max(0, bytes));
            return bytes;
        }

        @Override
        public long skip(long bytes) throws IOException {
            long skipped = super.skip(bytes);
            read.addAndGet(skipped);
            return skipped;
        }
    }
}
