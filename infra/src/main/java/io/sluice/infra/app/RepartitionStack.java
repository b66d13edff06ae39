package io.sluice.infra.app;

import io.sluice.infra.job.StreamRepartition;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/// A stream's repartition in a stack of its own: deployed when it is needed, and taken down again.
final class RepartitionStack extends Stack {
    RepartitionStack(Construct scope, String id, StreamRepartition.Props props) {
        super(scope, id, StackProps.builder()
                .description("Sluice: repartition of the stream " + props.definition().stream()).build());
        var repartition = StreamRepartition.create(this, props);
        CfnOutput.Builder.create(this, "RepartitionStateMachine")
                .description("Start it with {\"request\": {\"from\": …}}")
                .value(repartition.machine().getStateMachineArn()).build();
    }
}
