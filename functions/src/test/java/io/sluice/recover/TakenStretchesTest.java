package io.sluice.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.FoldedStretches;
import io.sluice.position.Stretch;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Stretches are written `after-last` here; `-4` begins where the source does.
final class TakenStretchesTest {
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
        assertTrue(new TakenStretches(FoldedStretches.EMPTY, List.of(plain)).takes(plain));
    }

    private static void assertTaken(String expected, long position, String folded, String... staged) {
        FoldedStretches known = FoldedStretches.EMPTY.with(Pattern.compile(" ").splitAsStream(folded)
                .filter(each -> !each.isEmpty()).map(TakenStretchesTest::stretch).toList());
        List<IndexEntry> entries = Arrays.stream(staged).map(each -> entry(each, Optional.of(stretch(each)))).toList();
        TakenStretches taken = new TakenStretches(known, entries);
        assertEquals(expected, String.join(" ", entries.stream().filter(taken::takes)
                .map(each -> each.stretch().orElseThrow())
                .map(each -> each.afterText() + "-" + each.last().digits()).sorted().toList()));
        assertEquals(Long.toString(position), taken.positions().getFirst().sequence().digits());
    }

    private static Stretch stretch(String text) {
        int dash = text.indexOf('-');
        return Stretch.parse("shard", text.substring(0, dash), text.substring(dash + 1));
    }

    private static IndexEntry entry(String name, Optional<Stretch> stretch) {
        BatchId batch = BatchId.of(List.of(name));
        return new IndexEntry(new EntryKey(new Shard(0), 1, batch), new SegmentId(batch, 1, 2), 1, 0,
                new IndexEntry.DirectoryAt.Tail(1, 1), stretch);
    }
}
