package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.SnappyHadoopCompatibleOutputStream;
import org.xerial.snappy.SnappyOutputStream;

/// Objects that are compressed whole, read with readers that are not the writer's own.
final class WholeObjectTest {
    private static final UUID ENTRY = UUID.fromString("046b6c7f-0b8a-43b9-b35d-6489e6daee91");
    private static final long GIBIBYTE = 1L << 30;

    private final CompressorPool compressors = new CompressorPool();

    @ParameterizedTest
    @EnumSource(Compression.class)
    void whatIsWrittenIsReadAgain(Compression compression) throws IOException {
        for (int length : new int[]{0, 1, 100, 131_072, 131_073, 4_200_000}) {
            byte[] raw = length % 2 == 0
                    ? Texts.noise(new Random(length), length)
                    : Texts.text(new Random(length), length);
            byte[] object = object(compression, raw);
            assertArrayEquals(raw, SimpleReaders.read(compression, object), () -> length + " bytes");
            assertArrayEquals(object, object(compression, raw), "the same bytes again");
        }
    }

    @Test
    void zstdFramesAreReadByStreamsThatStopAfterOneFrameAndInPlainJava() throws IOException {
        byte[] raw = Texts.text(new Random(4), 1_000_000);
        byte[] object = object(Compression.ZSTD, raw);
        try (ZstdInputStream one = new ZstdInputStream(new ByteArrayInputStream(object)).setContinuous(false);
                InputStream plain = new io.airlift.compress.v3.zstd.ZstdInputStream(
                        new ByteArrayInputStream(object))) {
            assertArrayEquals(raw, one.readAllBytes());
            assertArrayEquals(raw, plain.readAllBytes());
        }
    }

    @Test
    void snappyObjectsAreTheStreamsThatTheXerialLibraryWrites() throws IOException {
        byte[] data = Texts.text(new Random(5), 100_000);
        ByteArrayOutputStream theirs = new ByteArrayOutputStream();
        try (SnappyOutputStream out = new SnappyOutputStream(theirs)) {
            out.write(data);
        }
        assertArrayEquals(theirs.toByteArray(), object(Compression.SNAPPY, data));
        ByteArrayOutputStream hadoop = new ByteArrayOutputStream();
        byte[] block = Arrays.copyOf(data, 20_000);
        try (SnappyHadoopCompatibleOutputStream out = new SnappyHadoopCompatibleOutputStream(hadoop)) {
            out.write(block);
        }
        assertArrayEquals(hadoop.toByteArray(), object(Compression.HADOOP_SNAPPY, block));
    }

    @Test
    void aZipObjectHasOneDeflatedEntryNamedByAUuid() throws IOException {
        byte[] object = object(Compression.ZIP, Texts.text(new Random(8), 3_000));
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(object))) {
            ZipEntry entry = zip.getNextEntry();
            assertEquals(ENTRY.toString(), String.valueOf(entry));
            zip.readAllBytes();
            assertNull(zip.getNextEntry());
        }
    }

    @Test
    void aFrameOfAnotherLengthThanAnnouncedIsNone() throws IOException {
        byte[] raw = Texts.text(new Random(9), 10_000);
        for (long announced : new long[]{0, 9_999, 10_001}) {
            assertThrows(IOException.class, () -> compressors.zstdFrame(announced, sink -> sink.append(raw),
                    OutputStream.nullOutputStream()));
        }
        assertArrayEquals(raw, SimpleReaders.read(Compression.ZSTD, object(Compression.ZSTD, raw)));
    }

    /// Blocks of a gibibyte of zeroes, five times: the entry's length takes more than 32 bits, the archive's a few
    /// megabytes.
    @Tag("long")
    @Test
    void entriesBeyondFourGibibytesAreReadByTheirDirectory(@TempDir Path folder) throws IOException {
        DeflatedRun run = compressors.deflateOpen(sink -> {
            byte[] zeroes = new byte[1 << 20];
            for (int i = 0; i < GIBIBYTE >> 20; i++) {
                sink.append(zeroes);
            }
        });
        ObjectFrame frame = ObjectFrame.of(Compression.ZIP, ENTRY).orElseThrow();
        Path archive = folder.resolve("large.zip");
        ObjectFrame.Content content = ObjectFrame.Content.NONE;
        try (OutputStream out = Files.newOutputStream(archive)) {
            out.write(frame.head());
            for (int i = 0; i < 5; i++) {
                out.write(run.bytes());
                content = content.and(run.crc(), run.rawBytes(), run.bytes().length);
            }
            out.write(new byte[]{3, 0});
            content = content.and(0, 0, 2);
            out.write(frame.tail(content));
        }
        assertEquals(frame.head().length + content.bytes() + frame.tailBytes(content.rawBytes(), content.bytes()),
                Files.size(archive));
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            ZipEntry entry = zip.entries().nextElement();
            assertEquals(5 * GIBIBYTE, entry.getSize());
            assertEquals(content.bytes(), entry.getCompressedSize());
            assertEquals(Integer.toUnsignedLong(content.crc()), entry.getCrc());
        }
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            assertNotNull(zip.getNextEntry());
            assertEquals(5 * GIBIBYTE, zip.transferTo(OutputStream.nullOutputStream()));
            assertNull(zip.getNextEntry());
        }
    }

    @Test
    void theSumOfPartsIsTheSumOfTheObject() {
        byte[] one = Texts.text(new Random(1), 1_000);
        CRC32 crc = new CRC32();
        crc.update(one);
        int part = (int) crc.getValue();
        crc.update(one);
        assertEquals((int) crc.getValue(), ObjectFrame.Content.NONE.and(part, 1_000, 10).and(part, 1_000, 10).crc());
    }

    private byte[] object(Compression compression, byte[] raw) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        new WholeObject(compression, ENTRY, compressors).write(sink -> sink.append(raw), object);
        return object.toByteArray();
    }
}
