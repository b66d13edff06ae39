package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeployedName;
import java.time.Duration;
import java.util.Optional;

/// A queue that takes nothing but over TLS.
///
/// @param key ARN of the KMS key that encrypts it; empty: one of SQS's own
record QueuePiece(Stack stack, Optional<String> key) {
    private static final Duration KEPT = Duration.ofDays(14);

    /// Adds a queue of what was given up.
    ///
    /// @param part what it is called after the stream
    ObjectNode failures(String id, String part) {
        ObjectNode queue = add(id, KEPT);
        queue.set("QueueName", stack.physical(part));
        return queue;
    }

    /// Adds a queue of events that nobody else has any more, or has not yet: its name is CloudFormation's, and an
    /// update that replaces it leaves it where it is, with what is in it.
    ObjectNode ofEvents(String id) {
        ObjectNode queue = add(id, KEPT);
        stack.keep(id, "Delete", "Retain");
        return queue;
    }

    /// Adds a queue.
    ///
    /// @param kept how long it keeps a message
    ObjectNode add(String id, Duration kept) {
        ObjectNode queue = stack.resource(id, "AWS::SQS::Queue").put("MessageRetentionPeriod", kept.toSeconds());
        key.ifPresentOrElse(arn -> queue.put("KmsMasterKeyId", arn), () -> queue.put("SqsManagedSseEnabled", true));
        stack.keep(id, "Delete", "Delete");
        ObjectNode denied = statement("Deny", "sqs:*", id);
        denied.putObject("Principal").put("AWS", "*");
        denied.putObject("Condition").putObject("Bool").put("aws:SecureTransport", "false");
        ObjectNode policy = stack.resource(id + "Policy", "AWS::SQS::QueuePolicy");
        policy.putArray("Queues").add(Stack.ref(id));
        policy.set("PolicyDocument", Stack.document(JsonNodeFactory.instance.arrayNode().add(denied)));
        return queue;
    }

    /// Lets EventBridge send to a queue, in the name of one rule alone.
    void letIn(String id, JsonNode ruleArn) {
        ObjectNode sending = statement("Allow", "sqs:SendMessage", id);
        sending.putObject("Principal").put("Service", "events.amazonaws.com");
        ObjectNode condition = sending.putObject("Condition");
        condition.putObject("ArnEquals").set("aws:SourceArn", ruleArn);
        condition.putObject("StringEquals").set("aws:SourceAccount", stack.text(DeployedName.ACCOUNT_ID));
        ((ArrayNode) stack.resources().path(id + "Policy").at("/Properties/PolicyDocument/Statement")).add(sending);
    }

    private static ObjectNode statement(String effect, String action, String id) {
        ObjectNode statement = JsonNodeFactory.instance.objectNode().put("Effect", effect).put("Action", action);
        statement.set("Resource", Stack.attribute(id, "Arn"));
        return statement;
    }
}
