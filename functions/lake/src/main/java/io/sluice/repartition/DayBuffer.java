package io.sluice.repartition;

import io.sluice.flush.FlushSettings;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.manifest.DuePolicy;
import io.sluice.manifest.ObjectNaming;
import io.sluice.manifest.PlanSettings;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;

/// The partition buffer of one day: a stream of its own in the buffer protocol, apart from the live one and from other
/// days.
///
/// So a day is delivered exactly when its buffer is empty; no object mixes days, which matters where the target's date
/// is the arrival time; and the ids of folded batches are kept for good, so that a repartition may be taken up again
/// after any time.
final class DayBuffer {
    /// Longer than anyone waits: due by size only, remembered and retried for good.
    private static final Duration FOR_GOOD = Duration.ofDays(36_500);

    private DayBuffer() {}

    /// The buffer's name. No stream has such a one: Firehose allows no exclamation mark.
    static String name(String stream, LocalDate day) {
        return stream + "!repartition!" + day;
    }

    /// @param live the flush settings of the stream itself
    static FlushSettings settings(String stream, LocalDate day, FlushSettings live) {
        PlanSettings plan = live.plan();
        ObjectNaming naming = plan.naming();
        PlanSettings ofDay = new PlanSettings(
                new DuePolicy(plan.due().objectBytesMax(), FOR_GOOD, plan.due().flushEvery()),
                new ObjectNaming(FirehoseObjectName.repartitioned(stream, day), naming.streamVersion(),
                        naming.fileExtension(), naming.zone()),
                plan.errorOutput(), FOR_GOOD, Optional.empty(), plan.shardCount(), FOR_GOOD, plan.deliveriesMax(),
                plan.pendingBytesMax(), plan.landingsKept());
        return new FlushSettings(ofDay, live.flushMemoryBytesMax(), live.directoryBytesMax());
    }
}
