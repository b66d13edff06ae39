package io.sluice.local.serve.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.local.serve.journal.CallKey;
import io.sluice.local.serve.journal.DiskFolder;
import io.sluice.local.serve.journal.Journal;
import io.sluice.local.serve.journal.JournalFullException;
import io.sluice.local.serve.journal.JournalLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FeederTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final BlockingQueue<List<String>> attempts = new LinkedBlockingQueue<>();

    private static Journal open(Path folder) throws IOException {
        return Journal.open(DiskFolder.at(folder), DiskFolder.at(folder), "the journal",
                JournalLimits.ofBytes(64 << 20), UUID.randomUUID(),
                InstantSource.system(), warning -> {});
    }

    private static void put(Journal journal, int records) {
        List<byte[]> data = IntStream.range(0, records)
                .mapToObj(each -> ("record " + each).getBytes(StandardCharsets.UTF_8)).toList();
        try {
            journal.put(CallKey.NONE, Instant.EPOCH, records, IntStream.range(0, records).toArray(), data);
        } catch (IOException | JournalFullException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Feeder feeder(Journal journal, Feeder.Staging staging) {
        return new Feeder("s", journal, staging, Duration.ofMillis(20), trouble -> {});
    }

    /// The ids of a batch's records, noted down.
    private void succeed(SourceBatch batch) {
        attempts.add(batch.records().stream().map(SourceRecord::recordId).toList());
    }

    private void fail(SourceBatch batch) throws IOException {
        succeed(batch);
        throw new IOException("the outcome is unknown");
    }

    @Test
    void aBatchOfUnknownOutcomeIsTheSameBatchAtTheNextAttemptAndAfterARestart(@TempDir Path folder) throws Exception {
        List<String> first;
        try (Journal journal = open(folder)) {
            put(journal, 3);
            try (Feeder feeder = feeder(journal, this::fail)) {
                feeder.start();
                first = attempts.take();
                put(journal, 2);
                assertEquals(first, attempts.take(), "the next attempt");
                assertTrue(feeder.doubtfulSince().isPresent());
            }
        }
        attempts.clear();
        try (Journal journal = open(folder)) {
            put(journal, 1);
            try (Feeder feeder = feeder(journal, this::succeed)) {
                assertTrue(feeder.doubtfulSince().isPresent(), "nothing may be forgotten before it is staged again");
                feeder.start();
                assertTrue(feeder.stageAll(PATIENCE));
                assertTrue(feeder.doubtfulSince().isEmpty());
            }
            assertEquals(journal.next(), journal.staged());
        }
        assertEquals(first, attempts.peek(), "after a restart");
        assertEquals(6, attempts.stream().flatMap(List::stream).distinct().count());
        assertEquals(6, attempts.stream().mapToInt(List::size).sum(), "each once");
    }

    /// As an `OutOfMemoryError` may come anywhere.
    @Test
    void anErrorIsToldAndTheSameBatchIsStagedAfterIt(@TempDir Path folder) throws Exception {
        List<Optional<String>> troubles = new CopyOnWriteArrayList<>();
        var errors = new AtomicInteger();
        try (Journal journal = open(folder)) {
            put(journal, 3);
            var feeder = new Feeder("s", journal, batch -> {
                succeed(batch);
                if (errors.incrementAndGet() < 3) {
                    put(journal, 1);
                    throw new OutOfMemoryError("no room");
                }
            }, Duration.ofMillis(20), troubles::add);
            try (feeder) {
                feeder.start();
                attempts.take();
                attempts.take();
                assertTrue(feeder.stageAll(PATIENCE));
            }
        }
        assertTrue(troubles.getFirst().orElseThrow().contains("OutOfMemoryError: no room"), troubles.toString());
        assertEquals(Optional.empty(), troubles.getLast());
        assertEquals(3, attempts.take().size(), "the third attempt has the batch of the first");
    }

    @Test
    void whoWaitsForWhatFailsIsToldAfterOneAttemptMore(@TempDir Path folder) throws Exception {
        try (Journal journal = open(folder); Feeder feeder = feeder(journal, this::fail)) {
            put(journal, 1);
            feeder.start();
            for (int attempt = 0; attempt < 6; attempt++) {
                assertFalse(feeder.stageAll(Duration.ofDays(1)));
            }
        }
    }

    /// Numbers begin anew in either; where index and bucket are elsewhere, an equal id would be a repeat.
    @Test
    void equalRecordsOfTwoFoldersHaveOtherIds(@TempDir Path one, @TempDir Path other) throws Exception {
        for (Path folder : List.of(one, other)) {
            try (Journal journal = open(folder); Feeder feeder = feeder(journal, this::succeed)) {
                feeder.start();
                put(journal, 2);
                assertTrue(feeder.stageAll(PATIENCE));
            }
        }
        assertEquals(4, attempts.stream().flatMap(List::stream).distinct().count());
    }

    @Test
    void whatIsStagedIsNotStagedAgain(@TempDir Path folder) throws Exception {
        for (int start = 0; start < 3; start++) {
            try (Journal journal = open(folder); Feeder feeder = feeder(journal, this::succeed)) {
                feeder.start();
                put(journal, 2);
                assertTrue(feeder.stageAll(PATIENCE));
            }
        }
        assertEquals(6, attempts.stream().flatMap(List::stream).distinct().count());
        assertEquals(6, attempts.stream().mapToInt(List::size).sum());
    }
}
