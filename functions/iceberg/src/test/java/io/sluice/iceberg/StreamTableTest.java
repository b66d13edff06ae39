package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.landing.Landed;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A stream's table beside what seldom comes to its logs and its bucket.
final class StreamTableTest {
    private static final String BUFFER = "quakes";

    private final LoggedLake lake = new LoggedLake(new Random(1));

    private void land(long first, long last) {
        for (long version = first; version <= last; version++) {
            lake.land(BUFFER, version);
        }
    }

    /// Passed over, all that landed up to the marks would be missing, and nobody would say so.
    @Test
    void aLogThatBeganAnewIsKnownWhenItHasGrownAsFarAsTheMarks() {
        land(1, 3);
        lake.table().register(Deadline.NONE);
        lake.beginAnew();
        lake.pass(Duration.ofDays(1));
        land(1, 5);
        UnusableTableException refused = assertThrows(UnusableTableException.class,
                () -> lake.table().register(Deadline.NONE));
        assertTrue(String.valueOf(refused.getMessage()).contains("made anew"), refused.toString());
        lake.tables.clear();
        lake.table().register(Deadline.NONE);
        lake.table().backfill("quakes/");
        assertEquals(lake.right.keySet(), lake.files().keySet(), "the remedy");
    }

    /// The clock of `serve --speed` runs ahead of the table's.
    @Test
    void whatAFastClockToldIsOfTheSameLog() {
        for (long version = 1; version <= 2; version++) {
            LandedObject object = new LandedObject(new ObjectKey("errors/" + version), Partition.Kind.ERRORS, 1, 1, 0,
                    0);
            new LandingLog(BUFFER, lake.staging).put(new Landing(version, new ObjectKey("manifests/" + version),
                    new Landed(lake.now.plus(Duration.ofDays(1)).toEpochMilli(), version - 1, List.of(object))));
            assertEquals(version, lake.table().register(Deadline.NONE).marks().get(BUFFER));
        }
    }

    @Test
    void aTableThatIsMadeAgainHasNothingOfAnotherStreams() {
        land(1, 2);
        ObjectKey others = lake.putOfAnother();
        lake.table().backfill("");
        assertFalse(lake.files().containsKey(others.value()));
        assertEquals(lake.right.keySet(), lake.files().keySet());
    }

    @Test
    void missingEntriesAreNotMadeUpForByAnotherStreamsObjects() {
        land(1, 2);
        ObjectKey others = lake.putOfAnother();
        land(3, 3);
        lake.staging.delete(List.of(Landing.key(BUFFER, 1)));
        lake.table().register(Deadline.NONE);
        assertFalse(lake.files().containsKey(others.value()));
        assertEquals(lake.right.keySet(), lake.files().keySet());
    }
}
