package io.sluice.local.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.local.records.InputSource;
import io.sluice.local.verify.InputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import java.util.function.UnaryOperator;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An archive is a folder of texts: what is in it is read in order, and nothing of it that does not hold.
@Tag("long")
final class ArchivesTest {
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;

    @TempDir
    private Path folder = Path.of("");

    private final List<String> notices = new ArrayList<>();

    private record Part(String name, byte[] content) {
        static Part of(String name, String content) {
            return new Part(name, content.getBytes(UTF_8));
        }
    }

    /// As `java.util.zip` streams it: sizes and checksums come after what they are of.
    private static byte[] zip(Part... parts) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (Part part : parts) {
                zip.putNextEntry(new ZipEntry(part.name));
                zip.write(part.content);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] stored(Part... parts) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (Part part : parts) {
                var entry = new ZipEntry(part.name);
                var crc = new CRC32();
                crc.update(part.content);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(part.content.length);
                entry.setCrc(crc.getValue());
                zip.putNextEntry(entry);
                zip.write(part.content);
            }
        }
        return bytes.toByteArray();
    }

    private List<InputSource> sources(byte[] archive) throws IOException {
        Path file = Files.write(folder.resolve("a.zip"), archive);
        return Archives.unpacked(List.of(InputSource.of("0:a.zip", file, archive.length)), UnaryOperator.identity(),
                notices::add);
    }

    /// The records of all entries, once each was proven, as `file: record`.
    private List<String> read(byte[] archive) throws IOException {
        List<InputSource> sources = sources(archive);
        Archives.requireSound(sources);
        return records(sources);
    }

    private static List<String> records(List<InputSource> sources) throws IOException {
        List<String> records = new ArrayList<>();
        try (var reader = new InputReader(sources, Reading.RECORDS, warning -> {
            throw new AssertionError(warning);
        })) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                records.add(record.source() + ": " + new String(record.data(), UTF_8));
            }
        }
        return records;
    }

    /// What is said of an archive that is refused; the archive's path left out.
    private String refusal(byte[] archive) {
        return assertThrows(InputException.class, () -> read(archive)).getMessage().replace(folder + "/", "");
    }

    @Test
    void entriesAreInputsInTheOrderOfTheDirectory() throws IOException {
        byte[] archive = zip(Part.of("z/b.json", "{\"n\":1}\n{\"n\":2}"), Part.of("a.json", "{\"n\":3}\n"),
                Part.of("empty", ""));
        assertEquals(List.of("0:a.zip!/z/b.json: {\"n\":1}", "0:a.zip!/z/b.json: {\"n\":2}",
                "0:a.zip!/a.json: {\"n\":3}"), read(archive));
        assertEquals(folder + "/a.zip!/z/b.json", sources(archive).getFirst().displayName());
        assertEquals(List.of(), notices);
    }

    @Test
    void foldersAndHiddenNamesAreLeftOutAndTold() throws IOException {
        assertEquals(List.of("0:a.zip!/d/a: 1"), read(stored(Part.of("d/", ""), Part.of("d/a", "1\n"),
                Part.of("__MACOSX/._a", "junk"), Part.of(".DS_Store", "junk"))));
        assertEquals(1, notices.size());
        assertTrue(notices.getFirst().endsWith("a.zip, __MACOSX/._a, .DS_Store are left out, as names that begin with a"
                + " dot and links are; 1 entry is a folder and holds nothing itself"), notices.toString());
        assertEquals("The archive a.zip has no files but .x is left out, as names that begin with a dot and links are",
                refusal(zip(Part.of(".x", "1"))));
        assertEquals("The archive a.zip has no files", refusal(zip()));
    }

    @Test
    void zip64IsRead() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipArchiveOutputStream(bytes)) {
            zip.setUseZip64(Zip64Mode.AlwaysWithCompatibility);
            for (String name : List.of("a", "b")) {
                zip.putArchiveEntry(new ZipArchiveEntry(name));
                zip.write((name + "\n").getBytes(UTF_8));
                zip.closeArchiveEntry();
            }
        }
        assertEquals(List.of("0:a.zip!/a: a", "0:a.zip!/b: b"), read(bytes.toByteArray()));
    }

    /// The two read with different libraries.
    @Test
    void theJudgeReadsTheSameBytes() throws IOException {
        byte[] noise = new byte[200_000];
        new Random(7).nextBytes(noise);
        Arrays.fill(noise, 0, 20, (byte) 'x');
        for (byte[] archive : List.of(zip(new Part("a", noise), Part.of("b", "2")),
                stored(new Part("a", noise), Part.of("b", "2")))) {
            for (InputSource source : sources(archive)) {
                ArchiveEntry entry = (ArchiveEntry) source.opener();
                InputFile judged = InputFile.inArchive(source.id(), entry.name(), entry.archive(), entry.number());
                try (InputStream one = entry.open(); InputStream other = judged.opener().open()) {
                    assertArrayEquals(one.readAllBytes(), other.readAllBytes());
                }
            }
        }
    }

    @Test
    void whatIsNoTextIsRefusedWithItsName() throws IOException {
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write("1\n".getBytes(UTF_8));
        }
        assertEquals("a.zip!/a.gz is compressed once more, which is not read in an archive. a.zip!/b is a ZIP archive"
                + " (workbooks of Excel are such), which is not read in an archive. a.zip!/c is Parquet, which is read"
                + " from a file of its own. And 1 more are not read. unzip 'a.zip' -d unpacked unpacks the archive:"
                + " name the files in it that are texts",
                refusal(zip(new Part("a.gz", gzip.toByteArray()), new Part("b", zip(Part.of("x", "1"))),
                        new Part("c", new byte[]{'P', 'A', 'R', '1', 1}),
                        new Part("d", new byte[]{(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}))));
        assertTrue(refusal(zip(Part.of("[Content_Types].xml", "<x/>"))).contains("save each sheet as CSV"));
        assertTrue(refusal(stored(Part.of("mimetype", "application/vnd.oasis"))).contains("save each sheet as CSV"));
    }

    @Test
    void anEntryThatIsEncryptedOrPackedOtherwiseIsNamed() throws IOException {
        byte[] archive = zip(Part.of("a", "1\n"));
        byte[] encrypted = archive.clone();
        encrypted[at(encrypted, CENTRAL) + 8] |= 1;
        assertTrue(refusal(encrypted).startsWith("a.zip!/a is encrypted, and unzip asks for its password. unzip "),
                refusal(encrypted));
        byte[] otherwise = archive.clone();
        otherwise[at(otherwise, CENTRAL) + 10] = 12;
        assertTrue(refusal(otherwise).startsWith("a.zip!/a is packed by method 12, and stored and deflated ones"),
                refusal(otherwise));
    }

    @Test
    void aPartOfASplitArchiveIsToldAsSuch() throws IOException {
        byte[] last = zip(Part.of("a", "1\n"));
        last[at(last, END) + 4] = 2;
        assertTrue(refusal(last).contains("it is a part of a split one; join the parts: zip -s 0 'a.zip'"),
                refusal(last));
        byte[] behind = joined("\u0001\u0002".getBytes(UTF_8), last);
        assertTrue(refusal(behind).contains("split"), refusal(behind));
        assertTrue(refusal(joined(new byte[]{'P', 'K', 7, 8}, zip(Part.of("a", "1\n")))).contains("can't be read"));
    }

    @Test
    void whatCouldBeMistakenIsRefused() throws IOException {
        byte[] archive = zip(Part.of("a", "1\n"), Part.of("b", "2\n"));
        byte[] twice = archive.clone();
        twice[at(twice, CENTRAL) + 46] = 'b';
        assertTrue(refusal(twice).contains("two of its entries are called b"), refusal(twice));
        assertTrue(refusal(joined(archive, zip(Part.of("c", "3\n")))).contains("can't be read"),
                refusal(joined(archive, zip(Part.of("c", "3\n")))));
        assertTrue(refusal(joined(archive, "{\"n\":4}\n".getBytes(UTF_8))).contains("something was put after it"));
        byte[] shared = archive.clone();
        ByteBuffer directory = ByteBuffer.wrap(shared).order(ByteOrder.LITTLE_ENDIAN);
        int first = at(shared, CENTRAL);
        directory.putInt(first + 46 + 1 + 42, 0);
        assertTrue(refusal(shared).contains("shares bytes with another"), refusal(shared));
    }

    @Test
    void aFileThatIsCalledAsAnEntryIsNotTakenForIt() throws IOException {
        Path archive = Files.write(folder.resolve("a.zip"), zip(Part.of("b", "1\n")));
        Path file = Files.writeString(Files.createDirectory(folder.resolve("a.zip!")).resolve("b"), "2\n");
        List<InputSource> both = List.of(InputSource.of("0:a.zip", archive, Files.size(archive)),
                InputSource.of("0:a.zip!/b", file, 2));
        assertTrue(assertThrows(InputException.class,
                () -> Archives.unpacked(both, UnaryOperator.identity(), notices::add)).getMessage()
                .contains("rename one"));
    }

    /// An archive that was replaced since its directory was read: what its directory does not prove does not end.
    @Test
    void anArchiveThatIsReplacedWhileItIsReadIsNoticed() throws IOException {
        List<InputSource> sources = sources(zip(Part.of("a", "{\"n\":1}\n{\"n\":2}\n")));
        Files.write(folder.resolve("a.zip"), zip(Part.of("a", "{\"n\":7}\n{\"n\":8}\n")));
        assertTrue(assertThrows(InputException.class, () -> records(sources)).getMessage().contains("is damaged"));
    }

    /// Whatever bit is flipped, and wherever it is cut: the same records come out, or it is refused.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingAlteredComesOutOfADamagedArchive(boolean deflated) throws IOException {
        Part[] parts = {Part.of("a", "{\"n\":1}\n{\"n\":1}\n{\"n\":1}\n"), Part.of("b", "{\"n\":2}\n")};
        byte[] archive = deflated ? zip(parts) : stored(parts);
        List<String> whole = contents(read(archive));
        for (int bit = 0; bit < archive.length * 8; bit++) {
            byte[] flipped = archive.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            if (isArchive(flipped)) {
                assertSameOrRefused(whole, flipped, "bit " + bit);
            }
        }
        for (int length = 4; length < archive.length; length++) {
            byte[] cut = Arrays.copyOf(archive, length);
            assertThrows(InputException.class, () -> read(cut), "cut at " + length);
        }
    }

    private void assertSameOrRefused(List<String> whole, byte[] archive, String what) throws IOException {
        try {
            assertEquals(whole, contents(read(archive)), what);
        } catch (InputException e) {
            assertTrue(e.getMessage().length() > 20, e.getMessage());
        }
    }

    private static List<String> contents(List<String> records) {
        return records.stream().map(record -> record.substring(record.indexOf(": "))).toList();
    }

    private static boolean isArchive(byte[] bytes) {
        return bytes[0] == 'P' && bytes[1] == 'K' && bytes[2] == 3 && bytes[3] == 4;
    }

    private static int at(byte[] archive, int mark) {
        ByteBuffer bytes = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at <= archive.length - Integer.BYTES; at++) {
            if (bytes.getInt(at) == mark) {
                return at;
            }
        }
        throw new AssertionError("there is no such mark");
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
