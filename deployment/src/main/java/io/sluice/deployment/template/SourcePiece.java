package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.config.DeployedSource;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.EventMapping;
import io.sluice.deployment.FirehoseSettings;
import io.sluice.deployment.SourceRights;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.StreamSource.Kind;
import io.sluice.deployment.StreamSource;
import io.sluice.deployment.UploadQueues;
import java.util.List;

/// What brings records to the transform function.
record SourcePiece(Stack stack, StreamDefinition definition, StreamSource source, QueuePiece queues) {
    private static final String QUEUE = "SourceQueue";
    private static final String FAILURES = "SourceFailures";

    /// @throws DeploymentException when the template cannot have it, naming what can
    void require() {
        source.requireWithoutApp(definition);
        if (source.kind() == Kind.KAFKA || source.kind() == Kind.MSK_THROUGH_FIREHOSE) {
            throw new DeploymentException(
                    "The template has no Kafka: how Lambda and Firehose reach a cluster depends on"
                            + " its network and login, which only the CDK app works out; deploy stream "
                            + definition.stream()
                            + " by it (docs/how-to/deploy.md), or set Sluice.Source to another source");
        }
    }

    /// Tells the names of what it adds, before anything refers to them.
    void name() {
        stack.name(DeployedName.SOURCE_FAILURES_QUEUE, "${" + FAILURES + ".QueueName}");
        stack.name(DeployedName.SOURCE_FAILURES_ARN, "${" + FAILURES + ".Arn}");
        stack.name(DeployedName.SOURCE_QUEUE, "${" + QUEUE + ".QueueName}");
        stack.name(DeployedName.SOURCE_QUEUE_ARN, "${" + QUEUE + ".Arn}");
        stack.name(DeployedName.UPLOADS_RULE, "${UploadsRule}");
        stack.name(DeployedName.FIREHOSE_STREAM, "${Firehose}");
        stack.name(DeployedName.FIREHOSE_ROLE_ARN, "${FirehoseRole.Arn}");
        stack.name(DeployedName.FIREHOSE_LOGS_ARN, "${FirehoseLogs.Arn}");
    }

    /// Adds it.
    void add() {
        switch (source.kind()) {
            case KINESIS -> failures("kinesis-failures", "KinesisFailures");
            case DYNAMODB_STREAMS -> failures("dynamodb-failures", "DynamoDbFailures");
            case CLOUDWATCH_LOGS -> logs((DeployedSource.Logs) told());
            case S3 -> uploads((DeployedSource.Uploads) told());
            case EXISTING_FIREHOSE -> existing(((DeployedSource.ExistingFirehose) told()).stream());
            case DIRECT_PUT, KINESIS_THROUGH_FIREHOSE, MSK_THROUGH_FIREHOSE, KAFKA, SQS, DIRECT, ATTACHED -> {
                // Firehose's are a piece of their own; the others have nothing but a mapping, or nothing at all.
            }
        }
        source.mapping().ifPresent(mapping -> mapping(stack, "SourceMapping", mapping, "Transform"));
    }

    private DeployedSource told() {
        return definition.configuration().sluice().deployed().orElseThrow();
    }

    /// Adds a mapping for a function's alias.
    static void mapping(Stack stack, String id, EventMapping mapping, String function) {
        ObjectNode properties = stack.resource(id, "AWS::Lambda::EventSourceMapping");
        properties.setAll((ObjectNode) stack.value(mapping.properties()));
        properties.set("FunctionName", Stack.ref(function + "Live"));
        stack.dependsOn(id, function + "RolePolicy");
    }

    private void failures(String part, String alarm) {
        queues.failures(FAILURES, part);
        failuresOutput(alarm);
    }

    private void failuresOutput(String alarm) {
        stack.output(alarm + "QueueUrl", "Queue of what the alarm " + alarm + " counts", Stack.ref(FAILURES));
    }

    private void logs(DeployedSource.Logs logs) {
        queues.ofEvents(FAILURES);
        failuresOutput("LogsFailures");
        for (String group : logs.groups()) {
            String id = StreamDefinition.plainName(group).replace("-", "");
            ObjectNode permission = stack.resource("MayLogs" + id, "AWS::Lambda::Permission")
                    .put("Action", "lambda:InvokeFunction").put("Principal", "logs.amazonaws.com");
            permission.set("FunctionName", Stack.ref("TransformLive"));
            permission.set("SourceAccount", stack.text(DeployedName.ACCOUNT_ID));
            permission.set("SourceArn", stack.text("arn:" + DeployedName.PARTITION + ":logs:" + DeployedName.REGION
                    + ":" + DeployedName.ACCOUNT_ID + ":log-group:" + group + ":*"));
            ObjectNode filter = stack.resource("OfLogs" + id, "AWS::Logs::SubscriptionFilter")
                    .put("LogGroupName", group).put("FilterPattern", logs.filterPattern());
            filter.set("DestinationArn", Stack.ref("TransformLive"));
            // CloudWatch Logs sends a control message at once, and refuses the filter where it may not.
            stack.dependsOn("OfLogs" + id, "MayLogs" + id);
        }
    }

    private void uploads(DeployedSource.Uploads uploads) {
        if (stack.text(DeployedName.DATA_BUCKET).equals(TextNode.valueOf(uploads.bucket()))) {
            UploadQueues.requireNoLoop(definition, uploads.bucket(), uploads.prefix());
        }
        var wanted = UploadQueues.of(uploads);
        queues.ofEvents(FAILURES);
        failuresOutput("ObjectFailures");
        ObjectNode queue = queues.ofEvents(QUEUE).put("VisibilityTimeout", wanted.visibility().toSeconds());
        queue.putObject("RedrivePolicy").put("maxReceiveCount", wanted.receivesMax()).set("deadLetterTargetArn",
                Stack.attribute(FAILURES, "Arn"));
        ObjectNode rule = stack.resource("UploadsRule", "AWS::Events::Rule").put("Description",
                wanted.description());
        rule.set("EventPattern", stack.value(wanted.eventPattern()));
        ObjectNode target = rule.putArray("Targets").addObject().put("Id", "Queue");
        target.set("Arn", Stack.attribute(QUEUE, "Arn"));
        target.putObject("DeadLetterConfig").set("Arn", Stack.attribute(FAILURES, "Arn"));
        for (var each : List.of(QUEUE, FAILURES)) {
            queues.letIn(each, Stack.attribute("UploadsRule", "Arn"));
        }
    }

    /// CloudFormation cannot change a resource that it did not make, so the stack puts out the call that attaches the
    /// function; the role that Firehose invokes it with comes with it.
    private void existing(String stream) {
        stack.role("FirehoseRole", "invoke", "Firehose: invoke the transform function", "firehose",
                List.of(SourceRights.invoke()));
        String command = new FirehoseSettings(definition).attachCommand(stream, DeployedName.TRANSFORM_ARN.toString(),
                DeployedName.FIREHOSE_ROLE_ARN.toString());
        stack.output("AttachCommand", "Attaches the function to " + stream, stack.text(command,
                DeployedName.TRANSFORM_ARN, DeployedName.FIREHOSE_ROLE_ARN));
    }
}
