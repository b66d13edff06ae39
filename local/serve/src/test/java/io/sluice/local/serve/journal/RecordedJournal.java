package io.sluice.local.serve.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// The files of a journal as format 1 has them: with every kind of entry, records that are staged and records that are
/// not.
///
/// Recorded by `RecordedJournal FILE`, anew whenever the format changes before 1.0.0; from then on, every build reads
/// what was recorded. A line is a file: its name, its bytes in base64.
final class RecordedJournal {
    static final UUID ID = new UUID(1, 2);
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");
    /// Files so small that what is staged is gone and its calls are remembered.
    private static final JournalLimits LIMITS = new JournalLimits(1 << 16, 200, 100, Duration.ofMinutes(10));

    private RecordedJournal() {}

    public static void main(String[] arguments) throws IOException, JournalFullException {
        Path folder = Files.createTempDirectory("journal");
        record(folder);
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                lines.add(file.getFileName() + " " + Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
            }
        }
        Files.write(Path.of(arguments[0]), lines);
    }

    static void record(Path folder) throws IOException, JournalFullException {
        try (Journal journal = open(folder)) {
            for (int call = 0; call < 4; call++) {
                put(journal, "staged " + call);
                Cursor cursor = journal.cursor();
                while (cursor.peek() != null) {
                    cursor.advance();
                }
                journal.cut(journal.next());
                journal.staged(journal.next());
                journal.trim(cursor);
            }
            put(journal, "cut");
            journal.cut(journal.next());
            put(journal, "waiting");
        }
    }

    static Journal open(Path folder) throws IOException {
        return Journal.open(DiskFolder.at(folder), DiskFolder.at(folder), "the journal", LIMITS, ID, () -> NOW,
                warning -> {
                    throw new IllegalStateException(warning);
                });
    }

    static PutReceipt put(Journal journal, String call) throws IOException, JournalFullException {
        return journal.put(CallKey.of(call, new byte[0]), NOW, 2, PutReceipt.all(2),
                List.of((call + ": 1").getBytes(UTF_8), (call + ": 2").getBytes(UTF_8)));
    }

    /// Puts the files that were recorded into a folder.
    static void restore(List<String> lines, Path folder) throws IOException {
        for (String line : lines) {
            String[] parts = line.split(" ", 2);
            Files.write(folder.resolve(parts[0]), Base64.getDecoder().decode(parts[1]));
        }
    }
}
