package io.sluice.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.FoldedRanges;
import io.sluice.position.SequenceRange;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Ranges are written `after-last` here, and `after-first-last` where their reader was farther than their position;
/// `-4` begins where the source does.
final class TakenRangesTest {
    @Test
    void ofAttemptsUnderOtherBoundariesThoseAreTakenThatTheNextWereTakenAfter() {
        assertTaken("-3 3-5 5-9", 9, "", "-3", "3-7", "3-5", "5-9");
        assertTaken("-3 3-7 7-9", 9, "", "-3", "3-7", "3-5", "7-9");
    }

    @Test
    void ofTheLastAttemptsTheOneThatReachesFarthestIsTaken() {
        assertTaken("-3 3-7", 7, "", "-3", "3-5", "3-7");
    }

    @Test
    void whatIsFoldedIsNotTakenAgainUnderOtherBoundaries() {
        assertTaken("5-9", 9, "-5", "3-7", "5-9");
        assertTaken("", 5, "-5", "3-7", "-5", "-2");
    }

    @Test
    void aGapBelowWhatIsFoldedIsFilled() {
        assertTaken("3-5", 9, "-3 5-9", "3-5", "3-7", "3-4");
    }

    @Test
    void aBatchWithoutASegmentBreaksNoChain() {
        assertTaken("-3 5-9", 9, "", "-3", "5-9");
        assertTaken("-3 3-4 5-9", 9, "", "-3", "3-4", "3-7", "5-9");
    }

    @Test
    void whatASourceDoesNotNumberIsTaken() {
        IndexEntry plain = entry("plain", Optional.empty());
        assertEquals(Optional.of(plain), taken("", List.of(plain)).taken(plain));
    }

    @Test
    void whatAReaderStagedThatWasAheadOfATableSetBackIsTaken() {
        assertTaken("3-6-8", 8, "-5", "3-6-8");
        assertTaken("3-6-8 8-9", 9, "-5", "3-6-8", "8-9");
        assertTaken("3-6-8 8-9", 9, "-5", "3-6-8", "8-9", "3-5");
    }

    @Test
    void whatWasPendingWhenTheTableWasSetBackIsTakenBesideWhatWasStagedInIt() {
        assertTaken("3-5 3-6-8", 8, "-3", "3-5", "3-6-8");
        assertTaken("3-5 3-8-9 5-7", 9, "-3", "3-5", "5-7", "3-8-9");
        assertTaken("3-5 3-8-9 5-7", 9, "-3", "5-7", "3-8-9", "3-5");
        assertTaken("3-5 3-6-8 3-9-9", 9, "-3", "3-5", "3-6-8", "3-9-9");
    }

    @Test
    void whatIsTakenBesideOthersClaimsNoneOfTheirs() {
        SequenceRange ahead = range("3-8-9");
        TakenRanges taken = taken("-3", entries("3-5", "3-8-9"));
        assertEquals(Optional.of(ahead.tight()),
                taken.taken(entry("3-8-9", Optional.of(ahead))).orElseThrow().range());
        assertEquals(Optional.of(range("3-5")),
                taken.taken(entry("3-5", Optional.of(range("3-5")))).orElseThrow().range());
    }

    @Test
    void whatHoldsAllOfOthersAndMoreStandsForThem() {
        assertTaken("3-6-9", 9, "-3", "5-7", "3-6-9");
        assertTaken("5-7 7-9", 9, "-5", "5-7", "7-9", "5-8");
    }

    @Test
    void whatHoldsDeliveredRecordsAndOthersThatAreNowhereElseIsNamed() {
        assertUndecided("3-8", 9, "-5", "3-8", "8-9");
        assertUndecided("3-8", 8, "-5", "3-8", "2-7-7");
        assertUndecided("", 5, "-5", "3-8");
        String why = taken("-5", entries("3-8", "8-9")).undecided().values().iterator().next();
        assertTrue(why.contains("above 5 and up to 8") && why.contains("from 4 to 8"), why);
    }

    @Test
    void whatIsStagedLongAfterItsPositionHadPassedIsNotTakenForAFailedAttempt() {
        List<IndexEntry> late = entries("3-8");
        TakenRanges taken = new TakenRanges(folded("-5"), late, _ -> true);
        assertEquals(late, List.copyOf(taken.undecided().keySet()));
        assertEquals("8", taken.positions().getFirst().sequence().digits());
        assertTrue(new TakenRanges(folded("-9"), late, _ -> true).undecided().isEmpty(), "all of it is folded");
    }

    @Test
    void manyBatchesOfOneSourceAreDecidedInOneGo() {
        List<IndexEntry> many = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            many.addAll(entries(10 * i + "-" + (10 * i + 5) + "-" + (10 * i + 10),
                    10 * i + "-" + (10 * i + 5) + "-" + (10 * i + 13)));
        }
        TakenRanges taken = new TakenRanges(FoldedRanges.EMPTY, many, _ -> false);
        assertEquals(20_000, many.stream().filter(each -> taken.taken(each).isPresent()).count());
    }

    private static void assertUndecided(String expected, long position, String folded, String... staged) {
        TakenRanges taken = taken(folded, entries(staged));
        assertEquals(expected, text(taken.undecided().keySet().stream()));
        assertEquals(Long.toString(position), taken.positions().getFirst().sequence().digits());
    }

    private static void assertTaken(String expected, long position, String folded, String... staged) {
        List<IndexEntry> entries = entries(staged);
        TakenRanges taken = taken(folded, entries);
        assertEquals(expected, text(entries.stream().filter(each -> taken.taken(each).isPresent())));
        assertEquals(Long.toString(position), taken.positions().getFirst().sequence().digits());
        assertTrue(taken.undecided().isEmpty());
    }

    private static TakenRanges taken(String folded, List<IndexEntry> entries) {
        return new TakenRanges(folded(folded), entries, _ -> false);
    }

    private static FoldedRanges folded(String text) {
        return FoldedRanges.EMPTY.with(Pattern.compile(" ").splitAsStream(text)
                .filter(each -> !each.isEmpty()).map(TakenRangesTest::range).toList());
    }

    private static List<IndexEntry> entries(String... staged) {
        return Arrays.stream(staged).map(each -> entry(each, Optional.of(range(each)))).toList();
    }

    private static String text(Stream<IndexEntry> entries) {
        return String.join(" ", entries.map(each -> each.range().orElseThrow()).map(TakenRangesTest::text).sorted()
                .toList());
    }

    private static String text(SequenceRange each) {
        boolean ahead = each.after().isPresent() && !each.after().equals(each.tight().after());
        return each.afterText() + (ahead ? "-" + each.first() : "") + "-" + each.last();
    }

    private static SequenceRange range(String text) {
        String[] parts = text.split("-", -1);
        String first = parts.length == 3 ? parts[1] : parts[0].isEmpty() ? "1" : "" + (1 + Integer.parseInt(parts[0]));
        return SequenceRange.parse("shard", parts[0], first, parts[parts.length - 1]);
    }

    private static IndexEntry entry(String name, Optional<SequenceRange> range) {
        BatchId batch = BatchId.of(List.of(name));
        return new IndexEntry(new EntryKey(new Shard(0), 1, batch), new SegmentId(batch, 1, 2), 1, 0,
                new IndexEntry.DirectoryAt.Tail(1, 1), range);
    }
}
