package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.sluice.aws.AwsClients;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

final class EmbeddedDynamoDbTest {
    private static final int REQUESTS = 300;

    /// Its servers share a table of operations in one process, which each new one empties and fills again.
    @Test
    void aServerAnswersWhileOthersAreStarted() throws Exception {
        try (var server = EmbeddedDynamoDb.inMemory(AccessKey.random());
                var http = UrlConnectionHttpClient.create();
                var client = AwsClients.dynamoDb(http, Optional.of(server.endpoint()))) {
            assertEquals(List.of(), client.listTables().tableNames());
            var other = DynamoDbLocal.open(null);
            var asked = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < REQUESTS; i++) {
                    client.listTables();
                }
            });
            while (!asked.isDone()) {
                other.handler();
            }
            asked.join();
            other.shutdown();
            assertFalse(asked.isCompletedExceptionally());
        }
    }
}
