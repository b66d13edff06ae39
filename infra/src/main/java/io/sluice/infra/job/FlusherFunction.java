package io.sluice.infra.job;

import io.sluice.infra.ConcurrencyCap;
import io.sluice.infra.StreamDefinition;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.Suppressions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.iam.Policy;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.lambda.destinations.SqsDestination;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// The flusher function on its schedule. The next run is the retry of a failed one: it carries on from the committed
/// manifest, so neither the scheduler nor Lambda retries.
public final class FlusherFunction extends Construct {
    public static final String HANDLER = "io.sluice.lambda.FlushHandler::handleRequest";

    /// Runs of a stream that may overlap. Overlap is safe, because only one of them can commit, but the others' reads
    /// are wasted; two leave room for a drain by hand beside the schedule. Invocations that carry out slices come on
    /// top.
    private static final int CONCURRENCY = 2;

    /// As long as Lambda allows: a recovery and a sweep of millions of segments take more than one of these.
    private static final Duration TIMEOUT = Duration.minutes(15);

    /// Actions of a key that CDK grants to who may send to a queue with one.
    public static final String QUEUE_KEY_GRANT = "/^Action::kms:(GenerateDataKey|ReEncrypt)\\*$/g";

    private final SluiceFunction function;
    private final IQueue failures;
    private final Map<String, CfnSchedule> schedules;
    private final Optional<Ticks> ticks;

    /// The properties of a flusher.
    ///
    /// @param access      what the function may do
    /// @param concurrency whether overlapping runs are capped
    public record Props(StreamDefinition definition, Path jar, Map<String, String> environment, BufferAccess access,
            ConcurrencyCap concurrency, Platform platform) {}

    public FlusherFunction(Construct scope, String id, Props props) {
        super(scope, id);
        function = new SluiceFunction(this, "Flush",
                new SluiceFunction.Props(props.platform(), "flush",
                        "Sluice flusher of the stream " + props.definition().stream(), props.jar(),
                        HANDLER, props.environment(), props.definition().memory().flush(), TIMEOUT,
                        props.concurrency() == ConcurrencyCap.RESERVED
                                ? Optional.of(concurrency(props.definition()))
                                : Optional.empty()));
        props.access().flush().forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefixes; S3 has no narrower resource than a key's prefix.");
        if (slices(props.definition()) > 0 || buffers(props.definition()) > 1) {
            allowSlices();
        }
        failures = FailureQueue.create(this, "Failures", props.platform(), "flusher-failures");
        var interval = everyMinutes(props.definition());
        function.live().configureAsyncInvoke(EventInvokeConfigOptions.builder().retryAttempts(0)
                .maxEventAge(Duration.minutes(interval)).onFailure(new SqsDestination(failures)).build());
        props.platform().key().ifPresent(_ -> Suppressions.suppressMatching(function.role(), QUEUE_KEY_GRANT,
                "CDK's own grant of a queue with a key to who may send to it, on this one key."));
        var role = Schedules.role(this, new Schedules.Start("flush-schedule",
                "Starts the flusher and reports what it cannot start", "lambda:InvokeFunction",
                function.live().getFunctionArn(), failures, props.platform()));
        schedules = new TreeMap<>();
        schedules.put("FlushSchedule", schedule(role, "Schedule", "Flush runs",
                "rate(%d minute%s)".formatted(interval, interval == 1 ? "" : "s"), "{}"));
        schedules.put("SweepSchedule", schedule(role, "SweepSchedule", "Removes staged objects that nothing refers to",
                "rate(1 hour)", "{\"sweep\":\"when due\"}"));
        ticks = ticks(props);
        ticks.ifPresent(present -> schedules.putAll(present.schedules()));
    }

    private Optional<Ticks> ticks(Props props) {
        return isTicking(props.definition())
                ? Optional.of(new Ticks(this, "Ticks", function,
                        Math.toIntExact(props.definition().configuration().sluice().flushEvery().toSeconds()), TIMEOUT,
                        failures, props.platform()))
                : Optional.empty();
    }

    /// Tests whether there are runs between those of the schedule.
    private static boolean isTicking(StreamDefinition definition) {
        return definition.configuration().sluice().flushEvery().toMinutes() < 1;
    }

    /// Ticks get room of their own, so that they do not keep the schedule's run out. Each buffer has runs of its own.
    private static int concurrency(StreamDefinition definition) {
        return buffers(definition)
                * (CONCURRENCY + slices(definition) + (isTicking(definition) ? Ticks.CONCURRENCY : 0));
    }

    private static int buffers(StreamDefinition definition) {
        return definition.configuration().sluice().lanes().orElse(1);
    }

    /// Invocations that a run may start beside itself.
    private static int slices(StreamDefinition definition) {
        return definition.configuration().sluice().flushParallelism() - 1;
    }

    /// A policy of its own: the function waits for its role's policy, which therefore cannot name it.
    private void allowSlices() {
        Policy.Builder.create(this, "InvokeSlices").roles(List.of(function.role()))
                .statements(List.of(PolicyStatement.Builder.create().actions(List.of("lambda:InvokeFunction"))
                        .resources(List.of(function.live().getFunctionArn())).build()))
                .build();
    }

    private CfnSchedule schedule(Role role, String id, String description, String rate, String event) {
        var schedule = CfnSchedule.Builder.create(this, id).description(description).scheduleExpression(rate)
                .flexibleTimeWindow(CfnSchedule.FlexibleTimeWindowProperty.builder().mode("OFF").build())
                .target(CfnSchedule.TargetProperty.builder().arn(function.live().getFunctionArn())
                        .roleArn(role.getRoleArn()).input(event)
                        .retryPolicy(CfnSchedule.RetryPolicyProperty.builder().maximumRetryAttempts(0)
                                .maximumEventAgeInSeconds(60).build())
                        .deadLetterConfig(
                                CfnSchedule.DeadLetterConfigProperty.builder().arn(failures.getQueueArn()).build())
                        .build())
                .build();
        schedule.getNode().addDependency(role);
        return schedule;
    }

    /// The scheduler counts whole minutes; a run more often than configured is harmless, one less often is late.
    public static int everyMinutes(StreamDefinition definition) {
        return Math.max(1, Math.toIntExact(definition.configuration().sluice().flushEvery().toMinutes()));
    }

    public SluiceFunction function() {
        return function;
    }

    /// The schedules that start it, by the names that operators know.
    public Map<String, CfnSchedule> schedules() {
        return schedules;
    }

    /// Runs between those of the schedule, where there are any.
    public Optional<Ticks> ticks() {
        return ticks;
    }

    /// The queue of events that could not be started or did not end well.
    public IQueue failures() {
        return failures;
    }
}
