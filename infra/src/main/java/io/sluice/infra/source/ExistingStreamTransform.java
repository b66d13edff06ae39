package io.sluice.infra.source;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.FirehoseSettings;
import io.sluice.deployment.SourceRights;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.job.Platform;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.TokenNames;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.lambda.IAlias;
import software.constructs.Construct;

/// Attaches the transform function to a Firehose stream that exists. CloudFormation cannot change a resource that it
/// did not make, so the stack prints the call that does; the role that Firehose invokes the function with comes with
/// it, and the stream's own role stays as it is.
public final class ExistingStreamTransform extends Construct {

    public ExistingStreamTransform(Construct scope, String id, StreamDefinition definition, String deliveryStreamName,
            IAlias transform, Platform platform) {
        super(scope, id);
        SourceText.requireLiteral(ResourceText.DELIVERY_STREAM, deliveryStreamName);
        var role = Role.Builder.create(this, "InvokeRole").roleName(platform.name("invoke"))
                .description("Firehose: invoke the transform function")
                .assumedBy(FirehoseStream.firehose()).build();
        role.addToPolicy(PolicyStatements.of(SourceRights.invoke(),
                TokenNames.STACK.with(DeployedName.TRANSFORM_ARN, transform.getFunctionArn())));
        CfnOutput.Builder.create(this, "AttachCommand").description("Attaches the function to " + deliveryStreamName)
                .value(new FirehoseSettings(definition).attachCommand(deliveryStreamName, transform.getFunctionArn(),
                        role.getRoleArn()))
                .build();
    }
}
