package io.sluice.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.flush.SweepMark;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What every [SweepMark] that is kept does.
public abstract class SweepMarkContract {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.123Z");

    /// A mark of a stream that was never swept.
    protected abstract SweepMark mark();

    @Test
    void saysNothingBeforeTheFirstPass() {
        assertEquals(Optional.empty(), mark().pass());
    }

    @Test
    void saysWhatItWasToldLast() {
        SweepMark mark = mark();
        SweepMark.Pass first = new SweepMark.Pass(NOON, Optional.of("segments/quakes/ä"));
        mark.keep(first);
        assertEquals(Optional.of(first), mark.pass());
        SweepMark.Pass ended = new SweepMark.Pass(NOON, Optional.empty());
        mark.keep(ended);
        assertEquals(Optional.of(ended), mark.pass());
        SweepMark.Pass next = new SweepMark.Pass(NOON.plusSeconds(1), Optional.of("folded/quakes/"));
        mark.keep(next);
        assertEquals(Optional.of(next), mark.pass());
    }
}
