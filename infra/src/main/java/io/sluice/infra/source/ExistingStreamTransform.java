package io.sluice.infra.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.sluice.config.ResourceText;
import io.sluice.infra.StreamDefinition;
import io.sluice.infra.job.Platform;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.lambda.IAlias;
import software.constructs.Construct;

/// Attaches the transform function to a Firehose stream that exists. CloudFormation cannot change a resource that it
/// did not make, so the stack prints the call that does; the role that Firehose invokes the function with comes with
/// it, and the stream's own role stays as it is.
public final class ExistingStreamTransform extends Construct {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    public ExistingStreamTransform(Construct scope, String id, StreamDefinition definition, String deliveryStreamName,
            IAlias transform, Platform platform) {
        super(scope, id);
        SourceText.requireLiteral(ResourceText.DELIVERY_STREAM, deliveryStreamName);
        var role = Role.Builder.create(this, "InvokeRole").roleName(platform.name("invoke"))
                .description("Firehose: invoke the transform function")
                .assumedBy(FirehoseStream.firehose()).build();
        role.addToPolicy(PolicyStatement.Builder.create()
                .actions(List.of("lambda:GetFunctionConfiguration", "lambda:InvokeFunction"))
                .resources(List.of(transform.getFunctionArn())).build());
        var update = new FirehoseDestination(definition, "", role.getRoleArn(), transform.getFunctionArn()).update();
        CfnOutput.Builder.create(this, "AttachCommand").description("Attaches the function to " + deliveryStreamName)
                .value(command(deliveryStreamName, quotable(update))).build();
    }

    /// JSON that fits between a shell's single quotes. Names that are only known at deployment stand in it as they are:
    /// an ARN has nothing that JSON would escape.
    private static String quotable(Map<String, Object> update) {
        try {
            return JSON.writeValueAsString(update).replace("'", "\\u0027");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Texts do not serialise", e);
        }
    }

    private static String command(String stream, String update) {
        var describe = "aws firehose describe-delivery-stream --delivery-stream-name " + stream
                + " --output text --query DeliveryStreamDescription.";
        return "aws firehose update-destination --delivery-stream-name " + stream
                + " --current-delivery-stream-version-id \"$(" + describe + "VersionId)\" --destination-id \"$("
                + describe + "'Destinations[0].DestinationId')\" --extended-s3-destination-update '" + update + "'";
    }
}
