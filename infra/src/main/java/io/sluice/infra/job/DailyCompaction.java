package io.sluice.infra.job;

import io.sluice.config.CompactionSection;
import io.sluice.infra.DeploymentException;
import io.sluice.infra.StreamDefinition;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.ViewAccess;
import io.sluice.view.DayMoveException;
import io.sluice.view.ViewTables;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Size;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.constructs.Construct;

/// A stream's compaction: the function that takes its steps, the state machine that calls it, and what starts that by
/// day. Why: `docs/decisions/0044-compaction-on-aws.md`.
public final class DailyCompaction extends Construct {
    /// After the retention's run, whose removals it then need not join.
    private static final String DAILY = "cron(30 4 * * ? *)";
    /// As many as Lambda gives new accounts: a listing takes 300 bytes an object, and a join one of 1.7 CPUs.
    private static final int MEMORY_MIB = 3_008;
    private static final Duration TIMEOUT = Duration.minutes(15);
    /// Lambda's most: a zstd object is decompressed on it before it is compressed.
    private static final Size STORAGE = Size.gibibytes(10);
    /// The largest object that is joined in a quarter of an hour, and fits that storage, though it were compressed to a
    /// tenth.
    private static final long OBJECT_MIB_MAX = 512;

    private static final int DAYS_AT_ONCE = 1;

    /// An execution waits for so long, and the next one begins a day after it: their view's text begins the time of all
    /// sources anew.
    private static final java.time.Duration KEEP_MAX = java.time.Duration.ofHours(12);

    private final SluiceFunction function;
    private final StateMachine machine;
    private final CfnSchedule schedule;

    /// The properties of a daily compaction.
    ///
    /// @param access   what the function may do
    /// @param view     where the view is replaced; empty: its text is left in the bucket
    /// @param failures takes runs that were not started
    public record Props(StreamDefinition definition, Path jar, Map<String, String> environment, BufferAccess access,
            Optional<ViewAccess> view, IQueue failures, Platform platform) {}

    public DailyCompaction(Construct scope, String id, Props props) {
        super(scope, id);
        function = new SluiceFunction(this, "Compaction",
                new SluiceFunction.Props(props.platform(), "compaction",
                        "Sluice compaction of the stream " + props.definition().stream(), props.jar(),
                        DayMoveMachine.HANDLER,
                        props.environment(), MEMORY_MIB, TIMEOUT, Optional.empty(), Optional.of(STORAGE)));
        props.access().compaction().forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefix and that of compacted objects; S3 has no narrower resource"
                        + " than a prefix.");
        machine = new DayMoveMachine(this, "Machine", new DayMoveMachine.Props("compaction", function.live(), Map.of(),
                DAYS_AT_ONCE, Duration.seconds(section(props.definition()).keepSource().toSeconds()), props.view(),
                props.platform())).machine();
        schedule = Schedules.daily(this, "Joins the objects of days that are over", DAILY, "{}",
                new Schedules.Start("compaction-schedule", "Starts the daily compaction and reports when it cannot",
                        "states:StartExecution", machine.getStateMachineArn(), props.failures(), props.platform()));
    }

    /// Requires a compaction that would not be refused, and could end, once it runs.
    ///
    /// @throws DeploymentException when the stream's compaction cannot be deployed
    public static void require(StreamDefinition definition) {
        var asked = definition.configuration().sluice().compaction();
        if (asked.isEmpty()) {
            return;
        }
        if (!definition.isBuffered()) {
            throw new DeploymentException(
                    "Sluice.Compaction needs Sluice.Delivery \"buffer\": what it joins are objects"
                            + " that Sluice wrote, and those of stream " + definition.stream() + " are Firehose's");
        }
        long mib = asked.get().objectBytes() >> 20;
        if (mib > OBJECT_MIB_MAX) {
            throw new DeploymentException("Sluice.Compaction.TargetSizeInMBs of stream " + definition.stream() + " is "
                    + mib + ", and " + OBJECT_MIB_MAX + " is the most on AWS: a larger object is not made within the"
                    + " 15 minutes and the 10 GB of disk that Lambda gives a function; lower it, or run ./sluice"
                    + " compact elsewhere");
        }
        if (asked.get().keepSource().compareTo(KEEP_MAX) > 0) {
            throw new DeploymentException("Sluice.Compaction.KeepSourceForMinutes of stream " + definition.stream()
                    + " is " + asked.get().keepSource().toMinutes() + ", and " + KEEP_MAX.toMinutes() + " is the most"
                    + " on AWS: it is counted from the last change of the view, which changes every day, so that"
                    + " sources would never go; lower it");
        }
        try {
            ViewTables.ofCompaction(definition.configuration());
        } catch (DayMoveException e) {
            throw new DeploymentException("Sluice.Compaction of stream " + definition.stream() + ": "
                    + e.getMessage());
        }
    }

    private static CompactionSection section(StreamDefinition definition) {
        return definition.configuration().sluice().compaction().orElseThrow();
    }

    public SluiceFunction function() {
        return function;
    }

    /// The state machine whose executions are compactions.
    public StateMachine machine() {
        return machine;
    }

    public CfnSchedule schedule() {
        return schedule;
    }
}
