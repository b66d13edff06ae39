package io.sluice.infra.job;

import io.sluice.deployment.DeployedName;
import io.sluice.deployment.EventInvocation;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.deployment.StreamSchedules;
import io.sluice.infra.ConcurrencyCap;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.iam.Policy;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// The flusher function on its schedule.
public final class FlusherFunction extends Construct {
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
        var functions = new DeployedFunctions(props.definition());
        function = new SluiceFunction(this, "Flush", new SluiceFunction.Props(props.platform(),
                props.concurrency() == ConcurrencyCap.RESERVED ? functions.flush() : functions.flush().uncapped(),
                props.jar(), props.environment()));
        props.access().flush().forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefixes; S3 has no narrower resource than a key's prefix.");
        if (functions.invokesItself()) {
            allowSlices();
        }
        failures = FailureQueue.create(this, "Failures", props.platform(), "flusher-failures");
        EventInvocations.configure(function, EventInvocation.flush(props.definition()), failures);
        props.platform().key().ifPresent(_ -> Suppressions.suppressMatching(function.role(), QUEUE_KEY_GRANT,
                "CDK's own grant of a queue with a key to who may send to it, on this one key."));
        var wanted = new StreamSchedules(props.definition());
        var made = Schedules.create(this, wanted.flushRole(), Optional.of(failures), TokenNames.STACK
                .with(DeployedName.FLUSH_ARN, function.live().getFunctionArn())
                .with(DeployedName.FLUSHER_FAILURES_ARN, failures.getQueueArn()), props.platform());
        schedules = new TreeMap<>();
        schedules.put(wanted.flush().name(), made.add("Schedule", wanted.flush()));
        schedules.put(wanted.sweep().name(), made.add("SweepSchedule", wanted.sweep()));
        ticks = functions.isTicking()
                ? Optional.of(new Ticks(this, "Ticks", function, props.definition(), failures, props.platform()))
                : Optional.empty();
        ticks.ifPresent(present -> schedules.putAll(present.schedules()));
    }

    /// A policy of its own: the function waits for its role's policy, which therefore cannot name it.
    private void allowSlices() {
        Policy.Builder.create(this, "InvokeSlices").roles(List.of(function.role()))
                .statements(List.of(PolicyStatement.Builder.create().actions(List.of("lambda:InvokeFunction"))
                        .resources(List.of(function.live().getFunctionArn())).build()))
                .build();
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
