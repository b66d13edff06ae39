package io.sluice.deployment;

import io.sluice.config.CompactionSection;
import io.sluice.view.DayMoveException;
import io.sluice.view.ViewTables;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// A stream's daily compaction, as it is deployed: one that would not be refused, and could end, once it runs.
///
/// @param section what the configuration asks
/// @param view    where the view is replaced; empty: its text is left in the bucket
public record DeployedCompaction(CompactionSection section, Optional<ViewReplacement> view) {
    private static final int DAYS_AT_ONCE = 1;
    /// The largest object that is joined in a quarter of an hour, and fits the function's storage, though it were
    /// compressed to a tenth.
    private static final long OBJECT_MIB_MAX = 512;
    /// An execution waits for so long, and the next one begins a day after it: their view's text begins the time of all
    /// sources anew.
    private static final Duration KEEP_MAX = Duration.ofHours(12);

    /// That of a stream whose configuration asks for one.
    ///
    /// @param workgroup of Athena, in which the view is replaced
    /// @throws DeploymentException when it cannot be deployed
    public static Optional<DeployedCompaction> of(StreamDefinition definition, Optional<String> workgroup) {
        return definition.configuration().sluice().compaction().map(asked -> of(definition, asked, workgroup));
    }

    private static DeployedCompaction of(StreamDefinition definition, CompactionSection asked,
            Optional<String> workgroup) {
        require(definition, asked);
        try {
            var database = ViewTables.ofCompaction(definition.configuration()).database();
            return new DeployedCompaction(asked, workgroup.map(name -> new ViewReplacement(name, database)));
        } catch (DayMoveException e) {
            throw new DeploymentException("Sluice.Compaction of stream " + definition.stream() + ": "
                    + e.getMessage());
        }
    }

    private static void require(StreamDefinition definition, CompactionSection asked) {
        if (!definition.isBuffered()) {
            throw new DeploymentException(
                    "Sluice.Compaction needs Sluice.Delivery \"buffer\": what it joins are objects"
                            + " that Sluice wrote, and those of stream " + definition.stream() + " are Firehose's");
        }
        long mib = asked.objectBytes() >> 20;
        if (mib > OBJECT_MIB_MAX) {
            throw new DeploymentException("Sluice.Compaction.TargetSizeInMBs of stream " + definition.stream() + " is "
                    + mib + ", and " + OBJECT_MIB_MAX + " is the most on AWS: a larger object is not made within the"
                    + " 15 minutes and the 10 GB of disk that Lambda gives a function; lower it, or run ./sluice"
                    + " compact elsewhere");
        }
        if (asked.keepSource().compareTo(KEEP_MAX) > 0) {
            throw new DeploymentException("Sluice.Compaction.KeepSourceForMinutes of stream " + definition.stream()
                    + " is " + asked.keepSource().toMinutes() + ", and " + KEEP_MAX.toMinutes() + " is the most"
                    + " on AWS: it is counted from the last change of the view, which changes every day, so that"
                    + " sources would never go; lower it");
        }
    }

    /// The steps of its machine.
    public DayMoveDefinition steps() {
        return new DayMoveDefinition(DeployedName.COMPACTION_ARN, Map.of(), DAYS_AT_ONCE, section.keepSource(), view);
    }
}
