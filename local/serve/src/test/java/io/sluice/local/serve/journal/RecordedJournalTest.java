package io.sluice.local.serve.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an earlier build wrote of a journal is read by this one.
final class RecordedJournalTest {
    private static List<String> recorded() throws IOException {
        try (var in = Objects.requireNonNull(RecordedJournalTest.class.getResourceAsStream("journal-format-1.txt"))) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }

    @Test
    void whatWaitsIsThereUnderItsNumbersAndWhatWasTakenIsKnown(@TempDir Path folder) throws Exception {
        RecordedJournal.restore(recorded(), folder);
        try (Journal journal = RecordedJournal.open(folder)) {
            assertEquals(RecordedJournal.ID, journal.id());
            assertEquals(9, journal.staged());
            assertEquals(List.of(11L), journal.cutsInDoubt());
            assertEquals(List.of("9=cut: 1", "10=cut: 2", "11=waiting: 1", "12=waiting: 2"), waiting(journal));
            for (String call : List.of("staged 0", "staged 3", "cut", "waiting")) {
                assertEquals(PutReceipt.Repeated.YES, RecordedJournal.put(journal, call).repeated(), call);
            }
            assertEquals(13, RecordedJournal.put(journal, "new").sequence());
        }
    }

    /// A build that one goes back to knows the entries that were recorded, and no others.
    @Test
    void entriesAreWrittenAsTheyWereRecorded(@TempDir Path before, @TempDir Path now) throws Exception {
        RecordedJournal.restore(recorded(), before);
        RecordedJournal.record(now);
        assertEquals(heads(before), heads(now));
    }

    /// By file, of each entry its version and kind, and the length of its payload.
    private static Map<String, List<String>> heads(Path folder) throws IOException {
        Map<String, List<String>> heads = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("journal-")).toList()) {
                ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
                List<String> entries = new ArrayList<>();
                while (bytes.remaining() >= Entry.HEADER_BYTES) {
                    int length = bytes.getInt(bytes.position() + Integer.BYTES);
                    entries.add(Integer.toHexString(bytes.getInt(bytes.position())) + " " + length);
                    bytes.position(bytes.position() + Entry.HEADER_BYTES + length);
                }
                heads.put(file.getFileName().toString(), entries);
            }
        }
        return heads;
    }

    private static List<String> waiting(Journal journal) throws IOException {
        List<String> records = new ArrayList<>();
        Cursor cursor = journal.cursor();
        for (StoredRecord next = cursor.peek(); next != null; next = cursor.peek()) {
            records.add(next.sequence() + "=" + new String(next.data(), UTF_8));
            cursor.advance();
        }
        return records;
    }
}
