package io.sluice.benchmarks.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/// Pages in Snappy without Hadoop, which the library's own codecs ask for.
final class SnappyPages implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName name) {
        require(name);
        return new Compressor();
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
        require(name);
        return new Decompressor();
    }

    private static void require(CompressionCodecName name) {
        if (name != CompressionCodecName.SNAPPY) {
            throw new IllegalArgumentException("pages are Snappy here, not " + name);
        }
    }

    @Override
    public void release() {}

    private static byte[] bytes(BytesInput page) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.toIntExact(page.size()));
        page.writeAllTo(bytes);
        return bytes.toByteArray();
    }

    private static final class Compressor implements BytesInputCompressor {
        @Override
        public BytesInput compress(BytesInput page) throws IOException {
            return BytesInput.from(Snappy.compress(bytes(page)));
        }

        @Override
        public CompressionCodecName getCodecName() {
            return CompressionCodecName.SNAPPY;
        }

        @Override
        public void release() {}
    }

    private static final class Decompressor implements BytesInputDecompressor {
        @Override
        public BytesInput decompress(BytesInput page, int length) throws IOException {
            return BytesInput.from(Snappy.uncompress(bytes(page)));
        }

        @Override
        public void decompress(ByteBuffer page, int pageLength, ByteBuffer to, int length) throws IOException {
            byte[] bytes = new byte[pageLength];
            page.get(bytes);
            to.put(Snappy.uncompress(bytes));
        }

        @Override
        public void release() {}
    }
}
