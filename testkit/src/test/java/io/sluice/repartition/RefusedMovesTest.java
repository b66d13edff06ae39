package io.sluice.repartition;

import static io.sluice.repartition.Lake.FIRST;
import static io.sluice.repartition.Lake.SECOND;
import static io.sluice.repartition.Lake.record;
import static io.sluice.repartition.Lake.row;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.RangedBytes;
import io.sluice.layout.PrefixExpression;
import io.sluice.repartition.RepartitionSettings.Rejects;
import io.sluice.view.DayMoveException;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a repartition refuses to move: the object stays, its day too, and nothing of it is delivered.
final class RefusedMovesTest {
    private static final String A = "raw/dt=2026-01-01/a";
    private static final String B = "raw/dt=2026-01-01/b";

    private final Lake lake = new Lake();

    @Test
    void anObjectWhoseRowsCannotBeReadBlocksItsDay() {
        lake.rows = Optional.of(new SemicolonRows());
        lake.stream(A, row(1));
        lake.stream(B, ("PAR1" + row(2) + ";and half a row").getBytes(UTF_8));
        assertEquals(List.of(B + ": it cannot be read: s3://lake/" + B + " has no end"), lake.run(true));
        assertEquals(List.of(A, B), lake.keys("raw/"));
        assertEquals(List.of(), lake.inTarget());
    }

    @Test
    void anObjectThatIsNotTextIsRefusedAndItsDayStays() {
        lake.stream(A, row(1));
        lake.stream(B, "PAR1 and so on".getBytes(UTF_8));
        List<String> troubles = lake.run(true);
        assertEquals(1, troubles.size());
        assertTrue(
                troubles.getFirst().startsWith(B + ": it cannot be read: it is Parquet, and text, gzip and zstd are"),
                troubles.toString());
        assertEquals(List.of(A, B), lake.keys("raw/"));
        assertEquals(List.of(), lake.inTarget());
    }

    /// Whoever asks for the move may not know how the delivery ended.
    @Test
    void aDayThatIsNotDeliveredIsNotMovedWhoeverAsks() {
        lake.stream(A, row(1), row(2));
        Repartition repartition = lake.repartition();
        DayPlan plan = repartition.plan(FIRST, repartition.list()).orElseThrow();
        repartition.ingest(FIRST, plan.objects().getFirst(), Deadline.NONE);
        DayMoveException refusal = assertThrows(DayMoveException.class, () -> repartition.move(FIRST));
        assertEquals(
                "day 2026-01-01 is not delivered, and cannot be moved: 2 records and 0 rejected were staged, 0 and 0"
                        + " are delivered; the day is not moved",
                refusal.getMessage());
        assertEquals(List.of(row(1), row(2)), lake.visible());
        assertEquals(List.of(), lake.inTarget());
        assertTrue(repartition.deliver(FIRST, Deadline.NONE) instanceof DayDelivery.Progress.Delivered);
        repartition.move(FIRST);
        assertEquals(List.of(row(1), row(2)), lake.visible());
        assertEquals(List.of(row(1), row(2)), lake.inTarget());
    }

    /// A reader of rows that leaves some out, as a defect would: the footer says otherwise.
    @Test
    void anObjectOfWhichTheReaderLosesRowsIsRefusedAndStays() {
        lake.rows = Optional.of(new SemicolonRows() {
            @Override
            public long count(String name, RangedBytes file) throws IOException {
                return super.count(name, file) + 1;
            }
        });
        lake.stream(A, ("PAR1" + row(1) + ";").getBytes(UTF_8));
        assertEquals(
                List.of(A + ": counted again it is another one than was read: 2 rows are in it by its footer, and 1"
                        + " were read; nothing of it is delivered, please report this"),
                lake.run(true));
        assertEquals(List.of(A), lake.keys("raw/"));
        assertEquals(List.of(), lake.inTarget());
    }

    @Test
    void aRejectedRecordBlocksItsObjectUnlessRejectsAreAccepted() {
        lake.stream(A, row(1), "{\"no\":\"keys\"}");
        assertTrue(lake.run(true).getFirst().contains("1 of its records are rejected"));
        assertEquals(List.of(A), lake.keys("raw/"));
        assertEquals(List.of(), lake.keys("errors/"));
        lake.rejects = Rejects.ACCEPT;
        assertEquals(List.of(), lake.run(true));
        assertEquals(List.of(row(1)), lake.visible());
        assertEquals(1, lake.keys("errors/").size());
    }

    @Test
    void aRecordOfAnotherDayIsRefused() {
        lake.stream(A, row(1), record("ak", SECOND, 2));
        assertTrue(lake.run(true).getFirst().contains("date=2026-01-02/, which is not its day 2026-01-01"));
        assertEquals(List.of(), lake.inTarget());
    }

    @Test
    void aKeyThatLeadsBackIntoTheSourceIsRefused() {
        lake.prefix = PrefixExpression.parse("!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:dt}/");
        lake.stream(A, record("raw", FIRST, 1));
        assertTrue(lake.run(true).getFirst().contains("inside the source raw/"));
    }

    @Test
    void aSourceThatHoldsTheTargetIsRefused() {
        lake.from = "n";
        assertThrows(DayMoveException.class, lake::repartition);
        lake.from = "";
        assertThrows(DayMoveException.class, lake::repartition);
    }

    @Test
    void aStreamHasOneSource() {
        lake.stream(A, row(1));
        lake.run(false);
        lake.from = "other/";
        DayMoveException refused = assertThrows(DayMoveException.class, () -> lake.run(false));
        assertTrue(refused.getMessage().contains("from raw/ already"), refused.getMessage());
    }

    @Test
    void aDayThatIsNotIngestedCannotBeDeliveredOrMovedOrRemoved() {
        lake.stream(A, row(1));
        Repartition repartition = lake.repartition();
        assertThrows(DayMoveException.class, () -> repartition.deliver(FIRST, Deadline.NONE));
        repartition.plan(FIRST, repartition.list());
        assertThrows(DayMoveException.class, () -> repartition.move(FIRST));
        assertThrows(DayMoveException.class, () -> Lake.remove(repartition, FIRST));
        assertEquals(List.of(A), lake.keys("raw/"));
    }
}
