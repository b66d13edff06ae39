package io.sluice.infra.runbook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.Synthesis;
import io.sluice.infra.runbook.DeployedStream.Throttled;
import java.util.ArrayList;
import java.util.List;

/// A queue with a dead-letter queue, and the mapping that reads it: a message that an invocation fails for, or that the
/// function is refused executions for, was received in vain.
final class StoppedQueue {
    /// The fewest that the page advises.
    static final int RECEIVES_MAX = 5;
    private static final String ARN = "arn:aws:sqs:us-east-1:123456789012:orders";

    private final DeployedStream stream;
    private final List<ObjectNode> waiting = new ArrayList<>();
    private final List<ObjectNode> taken = new ArrayList<>();
    private int messages;
    private int dead;

    /// Has the stream take a queue's events.
    StoppedQueue(DeployedStream stream) {
        this.stream = stream;
        stream.deploy(configuration -> configuration.withObject("/Sluice/Source").put("Type", "sqs"));
    }

    void send(List<Sent> records) {
        for (Sent record : records) {
            ObjectNode message = Synthesis.JSON.createObjectNode().put("messageId", "message-" + messages++)
                    .put("receiptHandle", "r").put("body", record.text()).put("eventSource", "aws:sqs")
                    .put("eventSourceARN", ARN).put("awsRegion", "us-east-1");
            message.putObject("messageAttributes");
            message.putObject("attributes").put("SentTimestamp", stream.now.toEpochMilli() + "")
                    .put("ApproximateReceiveCount", "0");
            waiting.add(message);
        }
    }

    /// Hands over what waits, unless the mapping is disabled.
    void polled() {
        if (stream.stopped.contains(LambdaCommands.MAPPING)) {
            return;
        }
        for (ObjectNode message : List.copyOf(waiting)) {
            ObjectNode attributes = message.withObject("/attributes");
            int receives = attributes.path("ApproximateReceiveCount").asInt() + 1;
            attributes.put("ApproximateReceiveCount", receives + "");
            if (isTaken(List.of(message))) {
                waiting.remove(message);
                taken.add(message);
            } else if (receives == RECEIVES_MAX) {
                waiting.remove(message);
                dead++;
            }
        }
    }

    /// Hands all that was taken over once more, as a queue does whose answer was lost.
    void repeated() {
        if (!isTaken(taken)) {
            throw new AssertionError("a repeat was refused");
        }
    }

    /// How many messages went to the dead-letter queue.
    int dead() {
        return dead;
    }

    private boolean isTaken(List<ObjectNode> batch) {
        ObjectNode event = Synthesis.JSON.createObjectNode();
        ArrayNode records = event.putArray("Records");
        batch.forEach(records::add);
        try {
            return !stream.invoke("TransformFunction", event.toString()).failed();
        } catch (Throttled e) {
            return false;
        }
    }
}
