package io.sluice.retention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CutoffsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T00:00:00Z");

    private static Cutoffs cutoffs(Optional<Integer> days, String... rules) {
        return Cutoffs.of(days, List.of(rules).stream().map(text -> text.split(":"))
                .map(rule -> new RetentionRule(KeyValue.parse(rule[0]), Integer.parseInt(rule[1]))).toList(), NOW);
    }

    private static Optional<Instant> before(int days) {
        return Optional.of(RetentionRule.cutoff(days, NOW));
    }

    @Test
    void aRuleTakesThePlaceOfTheDefault() {
        Cutoffs cutoffs = cutoffs(Optional.of(30), "c=1:2", "c=2:90");
        assertEquals(before(2), cutoffs.of(Map.of("c", "1")));
        assertEquals(before(90), cutoffs.of(Map.of("c", "2")));
        assertEquals(before(30), cutoffs.of(Map.of("c", "12")));
        assertEquals(Optional.empty(), cutoffs(Optional.empty(), "c=1:2").of(Map.of("c", "12")));
    }

    @Test
    void ofSeveralRulesTheOneThatKeepsLongestDecides() {
        assertEquals(before(90), cutoffs(Optional.of(1), "c=1:2", "d=7:90").of(Map.of("c", "1", "d", "7")));
    }

    @Test
    void belowAFolderOnlyRulesThatCanStillDecideAreOfInterest() {
        Cutoffs cutoffs = cutoffs(Optional.of(30), "c=1:2", "c=2:90");
        Cutoffs.Below lastWeek = cutoffs.below(Map.of(), RetentionRule.cutoff(7, NOW));
        assertEquals(Optional.of(Set.of("1")), lastWeek.only("c"));
        assertEquals(Optional.empty(), lastWeek.only("d"));
        assertTrue(cutoffs.below(Map.of(), NOW).isNothing());
        assertTrue(cutoffs.below(Map.of("c", "2"), RetentionRule.cutoff(60, NOW)).isNothing());
        assertEquals(new Cutoffs.Below(before(30), Map.of("c", Set.of("1", "2"))),
                cutoffs.below(Map.of(), Instant.MIN));
    }

    @Test
    void withRulesOnTwoKeysNeitherLevelCanBeLeftOut() {
        Cutoffs.Below below = cutoffs(Optional.empty(), "c=1:2", "d=7:9").below(Map.of(), Instant.MIN);
        assertEquals(Optional.empty(), below.only("c"));
        assertEquals(Optional.empty(), below.only("d"));
    }

    @Test
    void anErasureIsOfOneKeyValueWhateverItsTime() {
        Cutoffs all = Cutoffs.all(new KeyValue("c", "1"));
        assertEquals(Optional.of(Instant.MAX), all.of(Map.of("c", "1")));
        assertEquals(Optional.empty(), all.of(Map.of("c", "12")));
    }
}
