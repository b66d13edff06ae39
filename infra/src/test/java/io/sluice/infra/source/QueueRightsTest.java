package io.sluice.infra.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.infra.FunctionAtWork;
import io.sluice.infra.Ground;
import io.sluice.infra.Records;
import io.sluice.infra.Synthesis;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.iam.Call;
import io.sluice.infra.iam.Deployment;
import io.sluice.infra.iam.Judgement;
import io.sluice.infra.iam.Stacks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A stream whose messages are known one by one: the function that a queue invokes may do all that it does, and the
/// table forgets receipts by itself.
final class QueueRightsTest {
    private static final String ARN = "arn:aws:sqs:us-east-1:123456789012:orders";
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void nothingThatAQueueMakesTheFunctionAskIsDenied(@TempDir Path folder) throws IOException {
        var function = Objects.requireNonNull(Deployment.of(Stacks.read(Synthesis.of(Way.QUEUE).folder())).functions()
                .get("transform"));
        try (var ground = new Ground(folder);
                var transform = new FunctionAtWork(function, ground.environment(), () -> NOW)) {
            transform.ask(event("1", "2"));
            transform.ask(event("2", "3"));
            List<Call> calls = transform.calls();
            var judgement = Judgement.of(function, calls, ground.environment());

            assertTrue(calls.stream().anyMatch(call -> call.toString().contains("BatchGetItem")), calls.toString());
            assertEquals(Set.of(), judgement.denied());
            assertEquals(Set.of(), judgement.unjudged());
            assertTrue(judgement.unneeded().stream().noneMatch(grant -> grant.toString().contains("dynamodb:Batch")),
                    judgement.unneeded().toString());
        }
    }

    @Test
    void theTableForgetsReceiptsByTheAttributeThatTheFunctionsWrite() {
        var table = Synthesis.only(Synthesis.of(Way.QUEUE).storage(), "AWS::DynamoDB::Table");

        assertEquals(DynamoDbIndex.EXPIRY, table.at("/TimeToLiveSpecification/AttributeName").asText());
        assertTrue(table.at("/TimeToLiveSpecification/Enabled").asBoolean());
    }

    private static String event(String... messages) {
        ObjectNode event = Synthesis.JSON.createObjectNode();
        var records = event.putArray("Records");
        for (String message : messages) {
            records.addObject().put("messageId", message).put("receiptHandle", "r").put("body", Records.order(message))
                    .put("eventSource", "aws:sqs").put("eventSourceARN", ARN).put("awsRegion", "us-east-1")
                    .putObject("attributes").put("SentTimestamp", Long.toString(NOW.toEpochMilli()));
        }
        return event.toString();
    }
}
