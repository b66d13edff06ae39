package io.sluice.repartition;

import static io.sluice.repartition.Lake.FIRST;
import static io.sluice.repartition.Lake.SECOND;
import static io.sluice.repartition.Lake.record;
import static io.sluice.repartition.Lake.row;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LandingLog;
import io.sluice.repartition.RepartitionSettings.Trouble;
import io.sluice.source.SourceListing;
import io.sluice.testkit.wire.Gzip;
import io.sluice.view.DayMove.Joined;
import io.sluice.view.DayMove.Removed;
import io.sluice.view.DayState.Streamed;
import io.sluice.work.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RepartitionTest {
    private static final String A = "raw/dt=2026-01-01/a";
    private static final String B = "raw/dt=2026-01-01/b";

    private final Lake lake = new Lake();

    @Test
    void textGzipMembersAndZstdFramesAreMovedWhole() throws IOException {
        lake.stream(A, (row(1) + row(2) + "\n" + row(3)).getBytes(UTF_8));
        lake.stream(B, twice(Gzip.of(row(4) + "\n")));
        lake.stream("raw/dt=2026-01-01/c", twice(Zstd.compress((row(5) + "\n").getBytes(UTF_8))));
        assertEquals(List.of(), lake.run(true));
        assertEquals(List.of(row(1), row(2), row(3), row(4), row(4), row(5), row(5)), lake.inTarget());
    }

    @Test
    void anObjectOfRowsIsMovedRowByRow() {
        lake.rows = Optional.of(new SemicolonRows());
        lake.stream(A, row(1));
        lake.stream(B, ("PAR1" + row(2) + ";" + row(3) + ";").getBytes(UTF_8));
        assertEquals(List.of(), lake.run(true));
        assertEquals(List.of(row(1), row(2), row(3)), lake.inTarget());
        assertEquals(List.of(row(1), row(2), row(3)), lake.visible());
    }

    @Test
    void aMovedDayIsToldAsAWholeAndItsBuffersLandingsAreNot() {
        lake.told = Optional.of(new LakeLog.Reader(Optional.empty(), Duration.ofDays(7)));
        lake.stream(A, row(1));
        lake.stream(B, row(2), row(3));
        List<String> sources = lake.keys("raw/");
        assertEquals(List.of(), lake.run(false));
        lake.run(true);
        List<LakeChange> told = new LandingLog(LakeLog.chain("quakes"), lake.staging).steps(0)
                .flatMap(step -> ((LandingLog.Step.Came) step).landing().change().stream()).toList();
        assertEquals(List.of("repartition/" + FIRST + "/1/1"), told.stream().map(LakeChange::id).toList());
        assertEquals(sources, told.getFirst().gone().stream().map(each -> each.key().value()).toList());
        assertEquals(lake.keys("net="), told.getFirst().made().stream().map(each -> each.key().value()).toList());
        assertEquals(List.of(), lake.keys("raw/"));
    }

    @Test
    void aDayThatWasDeliveredBeforeThereWasALogIsNotTold() {
        lake.stream(A, row(1));
        assertEquals(List.of(), lake.run(false));
        lake.told = Optional.of(new LakeLog.Reader(Optional.empty(), Duration.ofDays(7)));
        lake.run(true);
        assertEquals(0, new LandingLog(LakeLog.chain("quakes"), lake.staging).steps(0).count());
        assertEquals(List.of(), lake.keys("raw/"));
    }

    @Test
    void anObjectThatChangesBeforeItIsStagedBlocksItsDayAndNothingOfItIsDelivered() {
        lake.stream(A, row(1));
        Repartition repartition = lake.repartition();
        DayPlan plan = repartition.plan(FIRST, repartition.list()).orElseThrow();
        lake.stream(A, row(1), row(2));
        var ingested = repartition.ingest(FIRST, plan.objects().getFirst(), Deadline.NONE);
        assertTrue(ingested instanceof Joined.Blocked(String why) && why.contains("has changed"),
                ingested.toString());
        assertEquals(1, lake.run(true).size());
        assertEquals(List.of(row(1), row(2)), lake.visible());
        assertEquals(List.of(), lake.inTarget());
        lake.trouble = Trouble.LEAVE_OUT;
        assertEquals(List.of(), lake.run(true));
        assertEquals(List.of(row(1), row(2)), lake.visible(), "it stays streamed, for good");
        assertEquals(List.of(A), lake.keys("raw/"));
    }

    @Test
    void aDayOfWhichNothingIsMovedStaysVisible() {
        lake.stream(A, row(1));
        Repartition repartition = lake.repartition();
        repartition.plan(FIRST, repartition.list());
        lake.stream(A, row(2));
        lake.trouble = Trouble.LEAVE_OUT;
        assertEquals(List.of(), lake.run(false));
        assertTrue(lake.repartition().days().current().readsTarget(FIRST));
        assertEquals(List.of(row(2)), lake.visible());
    }

    @Test
    void anObjectThatChangesAfterItsDayWasMovedIsNeitherRemovedNorRead() {
        lake.stream(A, row(1));
        lake.run(false);
        lake.stream(A, row(1), row(2));
        Removed removed = Lake.remove(lake.repartition(), FIRST);
        assertTrue(removed instanceof Removed.Kept(var changed) && changed.size() == 1, removed.toString());
        assertEquals(List.of(A), lake.keys("raw/"));
        assertEquals(List.of(row(1)), lake.visible());
    }

    @Test
    void aLateObjectOfAMovedDayIsVisibleAtOnceAndStaysStreamed() {
        lake.stream(A, row(1));
        lake.run(false);
        lake.stream(B, row(2));
        assertEquals(List.of(row(1), row(2)), lake.visible());
        lake.run(true);
        assertEquals(List.of(row(1), row(2)), lake.visible());
        assertEquals(List.of(B), lake.keys("raw/"));
        assertEquals(List.of(row(1)), lake.inTarget());
    }

    @Test
    void aSettledDayNamesOnlyWhatWasNotMoved() {
        lake.stream(A, row(1));
        lake.run(false);
        lake.stream(B, row(2));
        lake.now = lake.now.plus(Duration.ofDays(30));
        lake.run(false);
        assertEquals(new Streamed.Only(Set.of(B)),
                lake.repartition().days().current().of(FIRST).orElseThrow().streamed());
        assertEquals(List.of(row(1), row(2)), lake.visible());
        lake.stream("raw/dt=2026-01-01/c", row(3));
        assertEquals(List.of(row(1), row(2)), lake.visible(), "even later: from the next run on");
        lake.run(false);
        assertEquals(List.of(row(1), row(2), row(3)), lake.visible());
    }

    @Test
    void aSourceStaysForTheGraceOfQueriesUnderWay() {
        lake.grace = Duration.ofHours(1);
        lake.stream(A, row(1));
        lake.run(true);
        assertEquals(List.of(A), lake.keys("raw/"));
        lake.now = lake.now.plus(Duration.ofMinutes(59));
        lake.run(true);
        assertEquals(List.of(A), lake.keys("raw/"));
        lake.now = lake.now.plus(Duration.ofMinutes(1));
        lake.run(true);
        assertEquals(List.of(), lake.keys("raw/"));
        assertEquals(List.of(row(1)), lake.visible());
    }

    @Test
    void removingOneDayDoesNotBeginTheGraceOfAnotherAnew() {
        lake.grace = Duration.ofHours(1);
        lake.stream(A, row(1));
        lake.stream("raw/dt=2026-01-02/c", record("ak", SECOND, 2));
        lake.run(true);
        lake.now = lake.now.plus(Duration.ofMinutes(61));
        lake.run(true);
        assertEquals(List.of(), lake.keys("raw/"));
        lake.run(true);
        assertEquals(List.of(row(1), record("ak", SECOND, 2)), lake.visible());
    }

    @Test
    void theDayThatIsNotOverAndObjectsOfOtherToolsAreLeftAlone() {
        lake.stream("raw/dt=2026-01-03/today", record("ak", FIRST.plusDays(2), 1));
        lake.stream("raw/dt=2026-01-01/_SUCCESS", "x");
        lake.stream("raw/dt=2026-01-01/", new byte[0]);
        lake.stream("raw/readme.txt", "x");
        lake.stream("raw/processing-failed/dt=2026-01-01/e", "x");
        SourceListing listing = lake.repartition().list();
        assertEquals(List.of(), lake.repartition().due(listing));
        assertEquals("left alone: 1 with a hidden name, 1 with error records, 1 with no content, "
                + "1 with no date in their folders", listing.remark().orElseThrow());
    }

    @Test
    void twoAtOnceMoveADayOnce() {
        lake.stream(A, row(1));
        lake.stream(B, row(2));
        Repartition one = lake.repartition();
        Repartition other = lake.repartition();
        SourceListing listing = one.list();
        DayPlan plan = one.plan(FIRST, listing).orElseThrow();
        lake.stream("raw/dt=2026-01-01/c", row(3));
        assertEquals(plan, other.plan(FIRST, other.list()).orElseThrow(), "who plans first decides");
        List<Repartition> both = List.of(one, other);
        plan.objects().forEach(object -> both.forEach(each -> each.ingest(FIRST, object, Deadline.NONE)));
        both.forEach(each -> each.deliver(FIRST, Deadline.NONE));
        both.forEach(each -> each.move(FIRST));
        both.forEach(each -> Lake.remove(each, FIRST));
        assertEquals(List.of(row(1), row(2)), lake.inTarget());
        assertEquals(List.of(row(1), row(2), row(3)), lake.visible());
    }

    @Test
    void aDayOfManyBatchesIsDeliveredInObjectsOfTheConfiguredSize() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            rows.add(row(i));
        }
        lake.stream(A, rows.toArray(String[]::new));
        assertEquals(List.of(), lake.run(true));
        rows.sort(null);
        assertEquals(rows, lake.inTarget());
        assertTrue(lake.keys("net=").size() <= 6, "objects: " + lake.keys("net=").size());
    }

    private static byte[] twice(byte[] bytes) {
        var twice = new ByteArrayOutputStream();
        twice.writeBytes(bytes);
        twice.writeBytes(bytes);
        return twice.toByteArray();
    }
}
