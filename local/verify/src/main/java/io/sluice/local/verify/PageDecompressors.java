package io.sluice.local.verify;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/// Decompresses pages of Parquet files, without Hadoop.
final class PageDecompressors implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        throw new UnsupportedOperationException("the judge writes nothing");
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return new Pages(codec);
    }

    @Override
    public void release() {}

    private record Pages(CompressionCodecName codec) implements BytesInputDecompressor {
        @Override
        public BytesInput decompress(BytesInput page, int length) throws IOException {
            return BytesInput.from(plain(page.toInputStream().readAllBytes(), length));
        }

        @Override
        public void decompress(ByteBuffer page, int pageLength, ByteBuffer to, int length) {
            byte[] bytes = new byte[pageLength];
            page.get(bytes);
            try {
                to.put(plain(bytes, length));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private byte[] plain(byte[] page, int length) throws IOException {
            return switch (codec) {
                case UNCOMPRESSED -> page;
                case SNAPPY -> Snappy.uncompress(page);
                case GZIP -> all(new GZIPInputStream(new ByteArrayInputStream(page)), length);
                case ZSTD -> all(new ZstdInputStream(new ByteArrayInputStream(page)), length);
                default -> throw new IOException("pages of " + codec + " are none of the stream's");
            };
        }

        private static byte[] all(InputStream in, int length) throws IOException {
            try (in) {
                return in.readNBytes(length);
            }
        }

        @Override
        public void release() {}
    }
}
