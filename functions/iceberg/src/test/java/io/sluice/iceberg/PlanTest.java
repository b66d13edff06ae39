package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ObjectKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What entries together make of a table.
final class PlanTest {
    private static final Marks START = new Marks(Map.of(), false);

    @Test
    void whatComesAndGoesIsNeverAdded() {
        Plan plan = Plan.of(START, List.of(
                entries("lake", new Step.Replaced(1, 0, Map.of("b", 1L), keys("x", "y"), List.of(object("z"))),
                        new Step.Removed(2, 1, Map.of("b", 1L), keys("z"))),
                entries("b", landed(1, "x", "y", "w"))));
        assertEquals(Set.of("w"), added(plan));
        assertEquals(Map.of("lake", 2L, "b", 1L), plan.marks());
        assertFalse(plan.more());
    }

    @Test
    void whatWaitsForAnEntryWaitsAndWhatIsBehindItToo() {
        Plan plan = Plan.of(START, List.of(
                entries("lake", new Step.Removed(1, 0, Map.of("b", 3L), keys("x")),
                        new Step.Removed(2, 1, Map.of(), keys("w"))),
                entries("b", landed(1, "x", "w"))));
        assertEquals(Set.of("w", "x"), added(plan));
        assertEquals(Map.of("b", 1L), plan.marks());
        assertTrue(plan.more());
    }

    @Test
    void whereMarksAreLostWhatIsToGoIsNotAddedFirst() {
        Plan plan = Plan.of(new Marks(Map.of(), true), List.of(
                entries("lake", new Step.Removed(1, 0, Map.of("b", 3L), keys("x"))),
                entries("b", landed(1, "x", "w"))));
        assertEquals(Set.of("w"), added(plan));
    }

    @Test
    void anObjectThatIsWrittenAnewGoesAndComes() {
        Plan plan = Plan.of(START, List.of(
                entries("lake", new Step.Replaced(1, 0, Map.of(), keys("x"), List.of(object("x"))))));
        assertEquals(Set.of("x"), added(plan));
        assertEquals(Set.copyOf(keys("x")), plan.replaced());
    }

    @Test
    void entriesBehindTheMarksAloneCount() {
        Plan plan = Plan.of(new Marks(Map.of("b", 1L), false), List.of(entries("b", landed(1, "x"), landed(2, "y"))));
        assertEquals(Set.of("y"), added(plan));
    }

    @Test
    void gapsAreSeenAtTheBeginningToo() {
        assertEquals(Optional.of(new Entries.Gap("b", 0, 4, false)),
                Entries.read(chain(landed(5, "x")), 0, Optional.empty(), 9)
                        .gap());
        assertEquals(Optional.empty(),
                Entries.read(chain(landed(5, "x")), 4, Optional.empty(), 9).gap());
        assertEquals(Optional.of(new Entries.Gap("b", 2, 4, false)),
                Entries.read(chain(landed(5, "x")), 2, Optional.empty(), 9)
                        .gap());
    }

    private static Chain chain(Step... steps) {
        return new Chain() {
            @Override
            public String name() {
                return "b";
            }

            @Override
            public Stream<Step> after(long version) {
                return Arrays.stream(steps);
            }
        };
    }

    private static Set<String> added(Plan plan) {
        return plan.added().map(object -> object.key().value()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Step landed(long version, String... names) {
        return new Step.Landed(version, version - 1, Arrays.stream(names).map(PlanTest::object).toList());
    }

    private static Entries entries(String chain, Step... steps) {
        return new Entries(chain, List.of(steps), Optional.empty(), false);
    }

    private static DataObject object(String name) {
        return new DataObject(new ObjectKey(name), 1, List.of());
    }

    private static List<ObjectKey> keys(String... names) {
        return Arrays.stream(names).map(ObjectKey::new).toList();
    }
}
