package io.sluice.infra.job;

import io.sluice.deployment.DeployedName;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.StreamSchedules;
import io.sluice.infra.storage.TokenNames;
import java.util.Optional;
import software.constructs.Construct;

/// A weekly call of a function that Firehose calls ([StreamSchedules#keepWarm]).
public final class KeepWarm extends Construct {
    public KeepWarm(Construct scope, String id, StreamDefinition definition, SluiceFunction function,
            Platform platform) {
        super(scope, id);
        var schedules = new StreamSchedules(definition);
        var names = TokenNames.STACK.with(DeployedName.TRANSFORM_ARN, function.live().getFunctionArn());
        Schedules.create(this, schedules.keepWarmRole(), Optional.empty(), names, platform)
                .add("Schedule", schedules.keepWarm());
    }
}
