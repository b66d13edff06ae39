package io.sluice.local.serve.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JournalTest {
    private static final UUID ID = new UUID(1, 2);
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");
    private static final JournalLimits SMALL = new JournalLimits(1 << 16, 1_000, 100, Duration.ofMinutes(10));

    private final List<String> warnings = new ArrayList<>();
    private Instant now = NOW;

    private Journal open(JournalFolder folder) throws IOException {
        return open(folder, SMALL);
    }

    private Journal open(JournalFolder folder, JournalLimits limits) throws IOException {
        InstantSource clock = () -> now;
        return Journal.open(folder, folder, "the journal", limits, ID, clock, warnings::add);
    }

    private static PutReceipt put(Journal journal, String call, String... records)
            throws IOException, JournalFullException {
        List<byte[]> data = List.of(records).stream().map(record -> record.getBytes(UTF_8)).toList();
        return journal.put(call.isEmpty() ? CallKey.NONE : CallKey.of(call, new byte[0]), NOW, records.length,
                PutReceipt.all(records.length), data);
    }

    private static List<String> rest(Journal journal) throws IOException {
        List<String> records = new ArrayList<>();
        Cursor cursor = journal.cursor();
        for (StoredRecord next = cursor.peek(); next != null; next = cursor.peek()) {
            records.add(next.sequence() + "=" + new String(next.data(), UTF_8));
            cursor.advance();
        }
        return records;
    }

    @Test
    void whatWasPutIsThereAfterARestartUnderTheSameNumbers(@TempDir Path folder) throws Exception {
        try (Journal journal = open(DiskFolder.at(folder))) {
            assertEquals(1, put(journal, "a", "one", "two").sequence());
            assertEquals(3, put(journal, "b", "three").sequence());
        }
        try (Journal journal = open(DiskFolder.at(folder))) {
            assertEquals(List.of("1=one", "2=two", "3=three"), rest(journal));
            assertEquals(4, put(journal, "c", "four").sequence());
            assertEquals(ID, journal.id());
        }
    }

    @Test
    void aCallThatIsTriedAgainIsThereOnceAndHasTheSameAnswer(@TempDir Path folder) throws Exception {
        PutReceipt first;
        try (Journal journal = open(DiskFolder.at(folder))) {
            first = put(journal, "a", "one", "two");
            PutReceipt again = put(journal, "a", "one", "two");
            assertEquals(first.sequence(), again.sequence());
            assertEquals(PutReceipt.Repeated.YES, again.repeated());
        }
        try (Journal journal = open(DiskFolder.at(folder))) {
            assertEquals(first.sequence(), put(journal, "a", "one", "two").sequence());
            assertEquals(List.of("1=one", "2=two"), rest(journal));
        }
    }

    @Test
    void aCallIsRememberedWhenItsFileIsGone() throws Exception {
        var folder = new FaultyFolder();
        try (Journal journal = open(folder)) {
            put(journal, "early", "x");
            stageAllBut(journal, 0);
            for (int i = 0; i < 200; i++) {
                put(journal, "call " + i % 50, "y".repeat(100));
                stageAllBut(journal, 0);
            }
        }
        Journal after = open(folder.afterKill());
        assertTrue(after.bytes() < 30_000, "files of staged records are removed: " + after.bytes());
        assertEquals(PutReceipt.Repeated.YES, put(after, "early", "x").repeated());
        now = NOW.plus(Duration.ofMinutes(11));
        Journal later = open(folder.afterKill());
        assertEquals(PutReceipt.Repeated.NO, put(later, "early", "x").repeated());
    }

    @Test
    void asManyCallsAsAreRememberedAreCarriedInEntriesThatAreReadBack() {
        var receipt = new PutReceipt(ID, 1, 500, PutReceipt.all(500), PutReceipt.Repeated.NO);
        List<Entry.Remembered> entries = Entry.Remembered
                .of(Collections.nCopies(200_000, new Entry.Call(CallKey.of("a", new byte[0]), 0, receipt)));
        assertEquals(200_000, entries.stream().mapToInt(each -> each.calls().size()).sum());
        int longest = entries.stream().mapToInt(each -> Entry.payload(each).remaining()).max().orElseThrow();
        assertTrue(longest <= Entry.CALLS_BYTES_MAX + Integer.BYTES, () -> longest + " bytes");
        assertEquals(List.of(new Entry.Remembered(List.of())), Entry.Remembered.of(List.of()));
    }

    /// Every trim carries them over: a journal full of them would take no record for as long as they are remembered.
    @Test
    void callsThatAreRememberedLeaveRoomForRecords() throws Exception {
        Journal journal = open(new FaultyFolder());
        String[] records = Collections.nCopies(500, "x").toArray(String[]::new);
        for (int i = 0; i < 200; i++) {
            assertEquals(500, put(journal, "call " + i, records).taken().length, "records of call " + i);
            stageAllBut(journal, 0);
        }
        assertEquals(PutReceipt.Repeated.YES, put(journal, "call 199", records).repeated());
    }

    @Test
    void filesThatAreBeingCopiedStayThoughTheirRemovalIsUnderWay() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        for (int i = 0; i < 20; i++) {
            put(journal, "call " + i, "y".repeat(100));
        }
        Cursor cursor = journal.cursor();
        for (StoredRecord next = cursor.peek(); next != null; next = cursor.peek()) {
            cursor.advance();
        }
        journal.cut(journal.next());
        journal.staged(journal.next());
        List<String> names = folder.names();
        List<Closeable> copies = new ArrayList<>();
        folder.atForce(() -> copies.add(journal.keepFiles()));
        journal.trim(cursor);
        assertTrue(folder.names().containsAll(names), names.toString());
        folder.atForce(() -> {});
        for (Closeable copy : copies) {
            copy.close();
        }
        journal.trim(cursor);
        assertFalse(folder.names().containsAll(names));
    }

    private static void stageAllBut(Journal journal, int records) throws IOException {
        Cursor cursor = journal.cursor();
        long end = journal.next() - records;
        for (StoredRecord next = cursor.peek(); next != null && next.sequence() < end; next = cursor.peek()) {
            cursor.advance();
        }
        journal.cut(end);
        journal.staged(end);
        cursor.peek();
        journal.trim(cursor);
    }

    @Test
    void anotherRequestUnderTheSameIdOfACallIsAnotherCall() {
        assertNotEquals(CallKey.of("a", new byte[]{1}), CallKey.of("a", new byte[]{2}));
        assertEquals(CallKey.of("a", new byte[]{1}), CallKey.of("a", new byte[]{1}));
    }

    @Test
    void aFullJournalTakesAPartAndThenNothingUntilRecordsAreStaged() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        String large = "z".repeat(30_000);
        assertEquals(2, put(journal, "a", large, large, large).taken().length);
        assertThrows(JournalFullException.class, () -> put(journal, "b", large));
        assertEquals(2, put(journal, "a", large, large, large).taken().length, "the call's answer stays");
        stageAllBut(journal, 0);
        put(journal, "small", "begins the next file");
        stageAllBut(journal, 0);
        assertEquals(1, put(journal, "b", large).taken().length);
    }

    @Test
    void aFullDiskRefusesPutsKeepsWhatIsThereAndGoesOnAfterwards() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        put(journal, "a", "one");
        folder.failBetween(folder.steps(), Long.MAX_VALUE);
        for (int attempt = 0; attempt < 10; attempt++) {
            assertThrows(IOException.class, () -> put(journal, "b", "two"));
            assertEquals(List.of("1=one"), rest(journal));
        }
        folder.failBetween(Long.MAX_VALUE, Long.MAX_VALUE);
        put(journal, "b", "two");
        assertEquals(List.of("one", "two"), texts(rest(journal)));
        assertEquals(List.of("one", "two"), texts(rest(open(folder.afterKill()))));
    }

    private static List<String> texts(List<String> records) {
        return records.stream().map(record -> record.substring(record.indexOf('=') + 1)).toList();
    }

    /// The process ends, or the machine stops, at each step in turn, and the producer tries again what was not
    /// acknowledged.
    @ParameterizedTest
    @ValueSource(strings = {"kill", "power failure"})
    void stoppedAtAnyStepWhatWasAcknowledgedIsThereOnce(String how) throws Exception {
        for (long step = 0; step < 10_000; step++) {
            var folder = new FaultyFolder();
            folder.stopAt(step, step);
            List<String> acknowledged = new ArrayList<>();
            boolean isOver = scenario(folder, acknowledged);
            FaultyFolder next = how.equals("kill") ? folder.afterKill() : folder.afterPowerFailure(step);
            Journal journal = open(next);
            for (String call : CALLS) {
                put(journal, call, call + "/1", call + "/2");
            }
            TreeMap<String, Integer> counts = new TreeMap<>();
            rest(journal).forEach(record -> counts.merge(record.substring(record.indexOf('=') + 1), 1, Integer::sum));
            for (String call : CALLS) {
                boolean isStaged = !acknowledged.isEmpty() && journal.staged() > 1 && call.equals(CALLS.getFirst());
                assertEquals(isStaged ? null : 1, counts.get(call + "/1"), call + " at step " + step + ", " + how);
                assertEquals(isStaged ? null : 1, counts.get(call + "/2"), call + " at step " + step + ", " + how);
            }
            if (isOver) {
                assertTrue(step > 20, "steps: " + step);
                return;
            }
        }
        throw new AssertionError("the scenario never comes to its end");
    }

    private static final List<String> CALLS = List.of("first", "second".repeat(40), "third".repeat(100), "fourth",
            "fifth".repeat(300), "sixth");

    /// @return whether it came to its end
    private boolean scenario(FaultyFolder folder, List<String> acknowledged) throws Exception {
        try {
            Journal journal = open(folder);
            for (String call : CALLS) {
                put(journal, call, call + "/1", call + "/2");
                acknowledged.add(call);
                if (call.equals(CALLS.getFirst())) {
                    journal.cut(3);
                    journal.staged(3);
                }
            }
            return true;
        } catch (FaultyFolder.Stopped | IOException e) {
            return false;
        }
    }

    @Test
    void aBatchThatWasCutIsTheSameBatchAfterARestart() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        put(journal, "a", "1", "2", "3", "4", "5");
        journal.cut(3);
        journal.staged(3);
        journal.cut(5);
        Journal after = open(folder.afterKill());
        assertEquals(List.of(5L), after.cutsInDoubt());
        assertEquals(List.of("3=3", "4=4", "5=5"), rest(after));
    }

    @Test
    void aFlippedBitAnywhereInWhatWasAcknowledgedStopsAndNamesThePlace() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        put(journal, "a", "one");
        put(journal, "b", "two");
        String name = folder.names().getFirst();
        int bits = folder.size(name) * 8;
        for (int bit = 0; bit < bits; bit++) {
            FaultyFolder damaged = folder.afterKill();
            damaged.flip(name, bit);
            var failure = assertThrows(JournalException.class, () -> open(damaged), "bit " + bit);
            assertTrue(String.valueOf(failure.getMessage()).contains(name), failure.getMessage());
        }
    }

    @Test
    void aTailThatWasBeingWrittenIsCutOffAndKeptAside() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        put(journal, "a", "one");
        String name = folder.names().getFirst();
        int whole = folder.size(name);
        FaultyFolder before = folder.afterKill();
        put(journal, "b", "two");
        for (int size = whole + 1; size < folder.size(name); size++) {
            FaultyFolder torn = folder.afterKill();
            torn.cut(name, size);
            torn.take(CommitPointFile.NAME, before);
            assertEquals(List.of("1=one"), rest(open(torn)), "cut at " + size);
            assertTrue(torn.names().contains("torn-" + name + "-" + whole));
        }
        assertTrue(warnings.getFirst().contains("nobody was told"), warnings.getFirst());
    }

    /// A file's length may be on the disk before its bytes, and any of its bytes before others.
    @Test
    void zerosBehindWhatWasAcknowledgedAreAnEnd() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        put(journal, "a", "one");
        String name = folder.names().getFirst();
        int whole = folder.size(name);
        FaultyFolder before = folder.afterKill();
        put(journal, "b", "two");
        put(journal, "c", "three");
        int end = folder.size(name);
        for (int from = whole; from < end; from++) {
            FaultyFolder torn = folder.afterKill();
            torn.zero(name, from, end);
            torn.take(CommitPointFile.NAME, before);
            assertEquals("1=one", rest(open(torn)).getFirst(), "zeros from " + from);
            FaultyFolder lost = folder.afterKill();
            lost.zero(name, from, end);
            assertNames(name, lost);
        }
    }

    private void assertNames(String name, FaultyFolder damaged) {
        var failure = assertThrows(JournalException.class, () -> open(damaged));
        assertTrue(String.valueOf(failure.getMessage()).contains(name), failure.getMessage());
    }

    @Test
    void aJournalThatWasCutAnywhereOrEmptiedOrIsGoneStopsAndNamesIt() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        for (int i = 0; i < 30; i++) {
            put(journal, "", "x".repeat(100), "y");
        }
        journal.cut(5);
        journal.staged(5);
        put(journal, "", "the last");
        String last = JournalFile.name(journalFiles(folder).size() - 1);
        for (String name : journalFiles(folder)) {
            for (int size = 0; size < folder.size(name); size++) {
                FaultyFolder cut = folder.afterKill();
                cut.cut(name, size);
                assertNames(name, cut);
            }
        }
        FaultyFolder gone = folder.afterKill();
        gone.delete(last);
        assertNames(last, gone);
        FaultyFolder first = folder.afterKill();
        first.delete(JournalFile.name(0));
        assertNames(JournalFile.name(0), first);
        FaultyFolder all = folder.afterKill();
        for (String name : journalFiles(folder)) {
            all.delete(name);
        }
        var failure = assertThrows(JournalException.class, () -> open(all));
        assertTrue(String.valueOf(failure.getMessage()).contains("61 records taken, of which 4 staged"),
                failure.getMessage());
        all.delete(CommitPointFile.NAME);
        assertEquals(List.of(), rest(open(all)), "given up");
    }

    @Test
    void aFilesFirstEntryIsReadAsItWasWritten() {
        var opened = new Entry.Opened(ID, ID, 3, 10, 9, 8, 1_000);
        assertEquals(opened, Entry.read(1, Entry.payload(opened)));
    }

    private static List<String> journalFiles(FaultyFolder folder) {
        return folder.names().stream().filter(name -> JournalFile.number(name) >= 0).toList();
    }

    @Test
    void withoutItsPointAJournalGoesOnWithAWarningAndWithADamagedOneItStops() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        put(journal, "a", "one");
        FaultyFolder without = folder.afterKill();
        without.delete(CommitPointFile.NAME);
        assertEquals(List.of("1=one"), rest(open(without)));
        assertTrue(warnings.getLast().startsWith("the journal.point is gone"), warnings.toString());
        FaultyFolder damaged = folder.afterKill();
        damaged.zero(CommitPointFile.NAME, 0, damaged.size(CommitPointFile.NAME));
        assertNames("the journal.point", damaged);
    }

    /// Whoever sets a folder back to an earlier state has its numbers given again, and what has them is something else.
    @Test
    void aNumberThatIsGivenAgainIsOfAnotherEpoch() throws Exception {
        var folder = new FaultyFolder();
        open(folder);
        FaultyFolder copy = folder.afterKill();
        var epochs = new HashSet<UUID>();
        for (long life = 0; life < 2; life++) {
            FaultyFolder setBack = copy.afterKill();
            Journal journal = Journal.open(setBack, setBack, "the journal", SMALL, new UUID(3, life), () -> now,
                    warnings::add);
            assertEquals(1, put(journal, "a", "one").sequence());
            epochs.add(Objects.requireNonNull(journal.cursor().peek()).epoch());
            Journal after = open(setBack.afterKill());
            assertTrue(epochs.contains(Objects.requireNonNull(after.cursor().peek()).epoch()),
                    "it stays through restarts");
            assertTrue(epochs.contains(put(after, "a", "one").epoch()));
        }
        assertEquals(2, epochs.size());
    }

    @Test
    void aFileThatIsGoneStops() throws Exception {
        var folder = new FaultyFolder();
        Journal journal = open(folder);
        for (int i = 0; i < 40; i++) {
            put(journal, "", "x".repeat(100));
        }
        assertTrue(folder.names().size() > 3);
        folder.delete(folder.names().get(1));
        assertThrows(JournalException.class, () -> open(folder.afterKill()));
    }

    @Test
    void manyThreadsShareTheWaitForTheDisk() throws Exception {
        var folder = new FaultyFolder();
        JournalLimits wide = new JournalLimits(64 << 20, 8 << 20, 10_000, Duration.ofMinutes(10));
        Journal journal = open(folder, wide);
        int count = 2_000;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<PutReceipt>> calls = new ArrayList<>();
            var random = new Random(1);
            for (int i = 0; i < count; i++) {
                // Every call twice, at the same time.
                String call = "call " + i / 2;
                int bytes = new Random(i / 2).nextInt(200);
                calls.add(random.nextInt(calls.size() + 1), () -> put(journal, call, "r".repeat(bytes)));
            }
            for (Future<PutReceipt> each : threads.invokeAll(calls)) {
                assertEquals(1, each.get().taken().length);
            }
        }
        assertEquals(count / 2, rest(journal).size());
        assertEquals(count / 2, rest(open(folder.afterKill(), wide)).size());
    }
}
