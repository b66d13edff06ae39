package io.sluice.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/// Compresses pages without Hadoop's codecs: gzip by the Java platform, Snappy and zstd by the libraries that other
/// objects are compressed with.  Without state, for any thread.
public final class PageCodecs implements CompressionCodecFactory {
    /// Tests whether pages of that kind can be read.
    static boolean reads(CompressionCodecName name) {
        return switch (name) {
            case UNCOMPRESSED, SNAPPY, GZIP, ZSTD -> true;
            default -> false;
        };
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName name) {
        return new Compressor(name);
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
        return new Decompressor(name);
    }

    @Override
    public void release() {}

    private static IllegalArgumentException unknown(CompressionCodecName name) {
        return new IllegalArgumentException("pages of " + name + " are none that Sluice reads or writes");
    }

    private static byte[] bytes(BytesInput page) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.toIntExact(page.size()));
        page.writeAllTo(bytes);
        return bytes.toByteArray();
    }

    private record Compressor(CompressionCodecName name) implements BytesInputCompressor {
        @Override
        public BytesInput compress(BytesInput page) throws IOException {
            return switch (name) {
                case UNCOMPRESSED -> page;
                case SNAPPY -> BytesInput.from(Snappy.compress(bytes(page)));
                case GZIP -> gzip(page);
                case ZSTD -> BytesInput.from(Zstd.compress(bytes(page)));
                default -> throw unknown(name);
            };
        }

        private static BytesInput gzip(BytesInput page) throws IOException {
            ByteArrayOutputStream compressed = new ByteArrayOutputStream((int) page.size() / 4 + 64);
            try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
                page.writeAllTo(gzip);
            }
            return BytesInput.from(compressed.toByteArray());
        }

        @Override
        public CompressionCodecName getCodecName() {
            return name;
        }

        @Override
        public void release() {}
    }

    private record Decompressor(CompressionCodecName name) implements BytesInputDecompressor {
        @Override
        public BytesInput decompress(BytesInput page, int length) throws IOException {
            return BytesInput.from(decompress(bytes(page), length));
        }

        @Override
        public void decompress(ByteBuffer page, int pageLength, ByteBuffer to, int length) {
            byte[] bytes = new byte[pageLength];
            page.get(bytes);
            try {
                to.put(decompress(bytes, length));
            } catch (IOException e) {
                throw new UncheckedIOException("decompressing a page", e);
            }
        }

        private byte[] decompress(byte[] page, int length) throws IOException {
            return switch (name) {
                case UNCOMPRESSED -> page;
                case SNAPPY -> Snappy.uncompress(page);
                case GZIP -> new GZIPInputStream(new ByteArrayInputStream(page)).readNBytes(length);
                case ZSTD -> new ZstdInputStream(new ByteArrayInputStream(page)).readNBytes(length);
                default -> throw unknown(name);
            };
        }

        @Override
        public void release() {}
    }
}
