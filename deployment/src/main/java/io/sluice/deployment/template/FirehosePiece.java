package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.FirehoseSettings;
import io.sluice.deployment.Right;
import io.sluice.deployment.SourceRights;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.StreamSource.Kind;
import io.sluice.deployment.StreamSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A new Firehose stream that runs every record through the transform function. It is the resource that the user's
/// configuration describes, so it takes the user's name and settings.
record FirehosePiece(Stack stack, StreamDefinition definition, StreamSource source) {
    /// Adds it.
    ///
    /// @param functions adds its log group
    /// @param key       ARN of the KMS key of the data bucket
    void add(FunctionPiece functions, Optional<String> key) {
        var settings = new FirehoseSettings(definition);
        functions.logs("FirehoseLogs", "/aws/kinesisfirehose/", "firehose");
        stack.resource("FirehoseLogStream", "AWS::Logs::LogStream").set("LogGroupName", Stack.ref("FirehoseLogs"));
        stack.keep("FirehoseLogStream", "Delete", "Delete");
        stack.role("FirehoseRole", "firehose", "Firehose: transform and deliver", "firehose", rights(settings, key));
        ObjectNode stream = stack.resource("Firehose", "AWS::KinesisFirehose::DeliveryStream")
                .put("DeliveryStreamName", definition.stream());
        ObjectNode destination = (ObjectNode) stack.value(settings.destination());
        ObjectNode logging = destination.putObject("CloudWatchLoggingOptions").put("Enabled", true);
        logging.set("LogGroupName", Stack.ref("FirehoseLogs"));
        logging.set("LogStreamName", Stack.ref("FirehoseLogStream"));
        feed(stream, settings);
        stream.set("ExtendedS3DestinationConfiguration", destination);
        if (!settings.tags().isEmpty()) {
            ArrayNode tags = stream.putArray("Tags");
            settings.tags().forEach((name, value) -> tags.addObject().put("Key", name).put("Value", value));
        }
        stack.dependsOn("Firehose", "FirehoseRolePolicy");
    }

    private void feed(ObjectNode stream, FirehoseSettings settings) {
        if (source.kind() == Kind.KINESIS_THROUGH_FIREHOSE) {
            stream.put("DeliveryStreamType", "KinesisStreamAsSource");
            ObjectNode kinesis = stream.putObject("KinesisStreamSourceConfiguration");
            kinesis.set("KinesisStreamARN", stack.text(DeployedName.SOURCE_STREAM_ARN));
            kinesis.set("RoleARN", stack.text(DeployedName.FIREHOSE_ROLE_ARN));
        } else {
            stream.put("DeliveryStreamType", "DirectPut");
            settings.ofDirectPut().forEach((member, value) -> stream.set(member, stack.value(value)));
        }
    }

    private List<Right> rights(FirehoseSettings settings, Optional<String> key) {
        List<Right> rights = new ArrayList<>(settings.rights(key.stream().toList()));
        if (source.kind() == Kind.KINESIS_THROUGH_FIREHOSE) {
            rights.addAll(SourceRights.kinesisThroughFirehose(DeployedName.SOURCE_STREAM_ARN.toString()));
            source.keyRight().ifPresent(rights::add);
        }
        return rights;
    }
}
