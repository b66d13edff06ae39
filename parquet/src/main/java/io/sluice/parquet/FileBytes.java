package io.sluice.parquet;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/// The bytes of a Parquet file on their way to a stream, which is left open.
final class FileBytes implements OutputFile {
    private final OutputStream out;
    private final long blockBytes;

    /// @param blockBytes boundaries that row groups are padded to; 0: none
    FileBytes(OutputStream out, long blockBytes) {
        this.out = out;
        this.blockBytes = blockBytes;
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) {
        return new Position();
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
        return new Position();
    }

    @Override
    public boolean supportsBlockSize() {
        return blockBytes > 0;
    }

    @Override
    public long defaultBlockSize() {
        return blockBytes;
    }

    private final class Position extends PositionOutputStream {
        private long position;

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public void write(int octet) throws IOException {
            out.write(octet);
            position++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            position += length;
        }
    }
}
