package io.sluice.local.rejects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reasons counted from error objects.
final class RejectCountsTest {
    private static final String FOLDER = "errors/metadata-extraction-failed";

    @TempDir
    private Path bucket = Path.of("");

    private static StreamConfiguration keyed() throws IOException {
        try (InputStream keyed = RejectCountsTest.class.getResourceAsStream("/io/sluice/local/cli/keyed.json")) {
            return ConfigurationParser.parse(Objects.requireNonNull(keyed).readAllBytes()).configuration()
                    .orElseThrow();
        }
    }

    private static String line(String record, String message) {
        return "{\"rawData\":\"" + Base64.getEncoder().encodeToString(record.getBytes(UTF_8))
                + "\",\"errorCode\":\"c\",\"errorMessage\":\"" + message + "\",\"arrivalTimestamp\":1}\n";
    }

    private Path object(String name, String lines) throws IOException {
        Path object = bucket.resolve(FOLDER).resolve(name);
        Files.createDirectories(object.getParent());
        return Files.writeString(object, lines);
    }

    @Test
    void theMostFrequentReasonComesFirstOverAllObjects() throws IOException {
        object("1", line("a", "rare") + line("b", "frequent"));
        object("2", line("c", "frequent"));
        List<RejectReason> reasons = RejectCounts.in(bucket, keyed());
        assertEquals(List.of("frequent", "rare"), reasons.stream().map(RejectReason::message).toList());
        assertEquals(List.of(2L, 1L), reasons.stream().map(RejectReason::count).toList());
        assertEquals("b", new String(reasons.getFirst().example().data(), UTF_8));
    }

    @Test
    void whatAMessageQuotesAndCountsMakesNoReasonOfItsOwn() throws IOException {
        object("1", line("a", "null (null) and number (10) cannot be divided") + line("b",
                "null (null) and number (20) cannot be divided") + line("c", "the key values make it 513")
                + line("d", "the key values make it 600"));
        List<RejectReason> reasons = RejectCounts.in(bucket, keyed());
        assertEquals(List.of(2L, 2L), reasons.stream().map(RejectReason::count).toList());
        assertEquals("null (null) and number (10) cannot be divided", reasons.getFirst().message());
    }

    @Test
    void reasonsWithoutEndAreCountedTogether() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 2 * RejectCounts.REASONS_MAX; i++) {
            lines.append(line("r" + i, "because of " + Integer.toString(i, 36).replaceAll("\\d", "_") + "x".repeat(i)));
        }
        object("1", lines.toString());
        List<RejectReason> reasons = RejectCounts.in(bucket, keyed());
        assertEquals(RejectCounts.REASONS_MAX + 1, reasons.size());
        assertEquals("more reasons than are told apart", reasons.getFirst().message());
        assertEquals(RejectCounts.REASONS_MAX, reasons.getFirst().count());
    }

    @Test
    void aLongRecordIsCutAndItsLengthTold() throws IOException {
        object("1", line("x".repeat(70_000), "long"));
        RejectExample example = RejectCounts.in(bucket, keyed()).getFirst().example();
        assertEquals(RejectExample.BYTES_MAX, example.data().length);
        assertEquals(70_000, example.bytes());
    }

    @Test
    void anObjectThatIsCutShortIsNoCompleteAnswer() throws IOException {
        Path object = object("1.gz", "");
        byte[] gzip = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 1};
        Files.write(object, gzip);
        IOException failure = assertThrows(IOException.class, () -> RejectCounts.in(bucket, keyed()));
        assertTrue(String.valueOf(failure.getMessage()).contains("damaged"), failure.toString());
    }
}
