package io.sluice.aws;

import io.sluice.flush.SweepMark;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// The mark of a buffer's sweep: the item `<stream>#state` / `sweep`, whose `b` says when its pass began, in epoch
/// milliseconds, and whose `c` up to which key it has gone; without one the pass has ended. It is put and never
/// deleted, which takes no permission besides a flush run's. Safe for concurrent use.
public final class DynamoDbSweepMark implements SweepMark {
    private static final String BEGUN = "b";
    private static final String CURSOR = "c";
    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,18}");

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final Map<String, AttributeValue> key;
    private final RequestCounts counts;
    private final DynamoDbFailures failures;

    public DynamoDbSweepMark(DynamoDbClient dynamoDb, String table, String stream, RequestCounts counts) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.key = Map.of(DynamoDbIndex.PARTITION_KEY, AttributeValue.fromS(stream + "#state"), DynamoDbIndex.SORT_KEY,
                AttributeValue.fromS("sweep"));
        this.counts = counts;
        this.failures = new DynamoDbFailures(table);
    }

    @Override
    public Optional<Pass> pass() {
        var response = failures.reading("GetItem (sweep)", () -> dynamoDb.getItem(request -> request.tableName(table)
                .key(key).consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        counts.readUnits(response.consumedCapacity() == null ? 0 : response.consumedCapacity().capacityUnits());
        AttributeValue begun = response.item().get(BEGUN);
        if (begun == null || begun.n() == null || !MILLIS.matcher(begun.n()).matches()) {
            return Optional.empty();
        }
        Optional<String> upTo = Optional.ofNullable(response.item().get(CURSOR)).map(AttributeValue::s);
        return Optional.of(new Pass(Instant.ofEpochMilli(Long.parseLong(begun.n())), upTo));
    }

    @Override
    public void keep(Pass pass) {
        Map<String, AttributeValue> item = new HashMap<>(key);
        item.put(BEGUN, AttributeValue.fromN(Long.toString(pass.begun().toEpochMilli())));
        pass.upTo().ifPresent(upTo -> item.put(CURSOR, AttributeValue.fromS(upTo)));
        var response = failures.writing("PutItem (sweep)", () -> dynamoDb.putItem(request -> request.tableName(table)
                .item(item).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        counts.writeUnits(response.consumedCapacity() == null ? 0 : response.consumedCapacity().capacityUnits());
    }
}
