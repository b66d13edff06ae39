package io.sluice.benchmarks.reshard;

import io.sluice.aws.DynamoDbIndex;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.local.server.EmbeddedServices;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The entries in the index table, counted shard by shard.
final class ShardItems implements AutoCloseable {
    private static final String PREFIX = Clickstream.NAME + "#";

    private final DynamoDbClient client;

    ShardItems(EmbeddedServices services) {
        this.client = services.dynamoDbClient();
    }

    /// Shards without an entry are left out.
    Map<Integer, Long> perShard() {
        Map<Integer, Long> entries = new TreeMap<>();
        client.scanPaginator(scan -> scan.tableName(EmbeddedServices.INDEX_TABLE)
                .projectionExpression(DynamoDbIndex.PARTITION_KEY)).items().forEach(item -> {
                    AttributeValue key = item.get(DynamoDbIndex.PARTITION_KEY);
                    String shard = key == null ? "" : key.s().substring(PREFIX.length());
                    if (shard.chars().allMatch(Character::isDigit)) {
                        entries.merge(Integer.valueOf(shard), 1L, Long::sum);
                    }
                });
        return entries;
    }

    @Override
    public void close() {
        client.close();
    }
}
