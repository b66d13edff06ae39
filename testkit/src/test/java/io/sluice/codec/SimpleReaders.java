package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.xerial.snappy.SnappyInputStream;

/// Reads delivered objects with the simplest reader that there is of each format, none of them Sluice's: one member,
/// one entry, one frame, and nothing after it.
public final class SimpleReaders {
    private static final int GZIP_HEADER_BYTES = 10;
    private static final int GZIP_TRAILER_BYTES = 8;

    private SimpleReaders() {}

    /// What an object holds.
    ///
    /// @throws AssertionError when it is more, or less, than one member, entry or frame
    public static byte[] read(Compression compression, byte[] object) throws IOException {
        return switch (compression) {
            case UNCOMPRESSED -> object;
            case GZIP -> gzip(object);
            case ZIP -> zip(object);
            case ZSTD -> zstd(object);
            case SNAPPY -> new SnappyInputStream(new ByteArrayInputStream(object)).readAllBytes();
            case HADOOP_SNAPPY -> {
                try (InputStream in = new io.airlift.compress.v3.snappy.SnappyHadoopStreams()
                        .createInputStream(new ByteArrayInputStream(object))) {
                    yield in.readAllBytes();
                }
            }
        };
    }

    private static byte[] gzip(byte[] object) throws IOException {
        byte[] content = inflateOneMember(object);
        try (InputStream in = new GZIPInputStream(new NeverAvailable(object))) {
            assertArrayEquals(content, in.readAllBytes(), "a reader that stops where no more is available");
        }
        return content;
    }

    private static byte[] inflateOneMember(byte[] object) {
        assertEquals(0x1f8b0800, ByteBuffer.wrap(object).getInt(), "magic, method and flags");
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(object, GZIP_HEADER_BYTES, object.length - GZIP_HEADER_BYTES);
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            byte[] buffer = new byte[64 * 1024];
            while (!inflater.finished()) {
                int read = inflater.inflate(buffer);
                if (read == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
                    throw new AssertionError("the blocks have no final one");
                }
                content.write(buffer, 0, read);
            }
            assertEquals(GZIP_TRAILER_BYTES, inflater.getRemaining(), "nothing after the member but its trailer");
            CRC32 crc = new CRC32();
            crc.update(content.toByteArray());
            ByteBuffer trailer = ByteBuffer.wrap(object, object.length - GZIP_TRAILER_BYTES, GZIP_TRAILER_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN);
            assertEquals((int) crc.getValue(), trailer.getInt(), "CRC-32");
            assertEquals(content.size(), trailer.getInt(), "length");
            return content.toByteArray();
        } catch (DataFormatException e) {
            throw new AssertionError(e);
        } finally {
            inflater.end();
        }
    }

    private static byte[] zip(byte[] object) throws IOException {
        Path file = Files.createTempFile("sluice-", ".zip");
        try (ZipInputStream zip = new ZipInputStream(new NeverAvailable(object))) {
            assertNotNull(zip.getNextEntry());
            byte[] content = zip.readAllBytes();
            assertNull(zip.getNextEntry(), "one entry");
            Files.write(file, object);
            try (ZipFile directory = new ZipFile(file.toFile())) {
                assertEquals(1, directory.size());
                assertArrayEquals(content,
                        directory.getInputStream(directory.entries().nextElement()).readAllBytes());
            }
            return content;
        } finally {
            Files.delete(file);
        }
    }

    private static byte[] zstd(byte[] object) {
        assertEquals(object.length, Zstd.findFrameCompressedSize(object), "nothing after the frame");
        long length = Zstd.getFrameContentSize(object);
        byte[] content = Zstd.decompress(object, Math.toIntExact(length));
        assertEquals(length, content.length);
        return content;
    }

    /// As the SDK's response streams are: `available()` is 0, whatever follows.
    private static final class NeverAvailable extends FilterInputStream {
        NeverAvailable(byte[] bytes) {
            super(new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length)));
        }

        @Override
        public int available() {
            return 0;
        }
    }
}
