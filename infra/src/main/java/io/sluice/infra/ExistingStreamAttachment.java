package io.sluice.infra;

import java.util.List;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.lambda.IAlias;
import software.constructs.Construct;

/// Attaches the transform function to a Firehose stream that exists. CloudFormation cannot change a resource that it
/// did not make, so the stack prints the call that does; the role that Firehose invokes the function with comes with
/// it, and the stream's own role stays as it is.
final class ExistingStreamAttachment extends Construct {
    ExistingStreamAttachment(Construct scope, String id, StreamDefinition definition, String deliveryStreamName,
            IAlias transform) {
        super(scope, id);
        if (!deliveryStreamName.matches("[a-zA-Z0-9_.-]{1,64}")) {
            throw new DeploymentException("existingStream=" + deliveryStreamName
                    + " is not the name of a delivery stream: 1 to 64 letters, digits, '_', '.', '-'.");
        }
        var role = Role.Builder.create(this, "InvokeRole").description("Firehose: invoke the transform function")
                .assumedBy(FirehoseStream.firehose()).build();
        role.addToPolicy(PolicyStatement.Builder.create()
                .actions(List.of("lambda:GetFunctionConfiguration", "lambda:InvokeFunction"))
                .resources(List.of(transform.getFunctionArn())).build());
        var update = new FirehoseDestination(definition, "", role.getRoleArn(), transform.getFunctionArn()).update();
        CfnOutput.Builder.create(this, "AttachCommand").description("Attaches the function to " + deliveryStreamName)
                .value(command(deliveryStreamName, Stack.of(this).toJsonString(update))).build();
    }

    private static String command(String stream, String update) {
        var describe = "aws firehose describe-delivery-stream --delivery-stream-name " + stream
                + " --output text --query DeliveryStreamDescription.";
        return "aws firehose update-destination --delivery-stream-name " + stream
                + " --current-delivery-stream-version-id \"$(" + describe + "VersionId)\" --destination-id \"$("
                + describe + "'Destinations[0].DestinationId')\" --extended-s3-destination-update '" + update + "'";
    }
}
