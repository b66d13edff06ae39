package io.sluice.local.serve.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
