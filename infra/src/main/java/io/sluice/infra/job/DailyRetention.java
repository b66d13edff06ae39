package io.sluice.infra.job;

import io.sluice.deployment.DeployedName;
import io.sluice.deployment.EventInvocation;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.DeployedFunctions;
import io.sluice.deployment.StreamSchedules;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// The retention function and its daily run. Rules and erasures are invocations by hand. It is deployed whether or not
/// there is a default: rules come and go without a deployment, and a run without any reads one item.
public final class DailyRetention extends Construct {
    private final SluiceFunction function;
    private final CfnSchedule schedule;

    /// The properties of a daily retention run.
    ///
    /// @param access      what the function may do
    /// @param failures    takes runs that were not started or failed for good
    /// @param erasable    what erasures reach beside the stream's own objects
    public record Props(StreamDefinition definition, Path jar, Map<String, String> environment,
            BufferAccess access, IQueue failures, Optional<ErasableSource> erasable, Platform platform) {}

    public DailyRetention(Construct scope, String id, Props props) {
        super(scope, id);
        function = new SluiceFunction(this, "Retention", new SluiceFunction.Props(props.platform(),
                new DeployedFunctions(props.definition()).retention(),
                props.erasable().map(ErasableSource::jar).orElse(props.jar()), props.environment()));
        props.access().retention(props.erasable().map(ErasableSource::prefix)).forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefixes; S3 has no narrower resource than a key's prefix.");
        EventInvocations.configure(function, EventInvocation.RETENTION, props.failures());
        props.platform().key()
                .ifPresent(_ -> Suppressions.suppressMatching(function.role(), FlusherFunction.QUEUE_KEY_GRANT,
                        "CDK's own grant of a queue with a key to who may send to it, on this one key."));
        var wanted = new StreamSchedules(props.definition());
        schedule = Schedules.create(this, wanted.retentionRole(), Optional.of(props.failures()), TokenNames.STACK
                .with(DeployedName.RETENTION_ARN, function.live().getFunctionArn())
                .with(DeployedName.FLUSHER_FAILURES_ARN, props.failures().getQueueArn()), props.platform())
                .add("Schedule", wanted.retention());
    }

    public SluiceFunction function() {
        return function;
    }

    public CfnSchedule schedule() {
        return schedule;
    }
}
