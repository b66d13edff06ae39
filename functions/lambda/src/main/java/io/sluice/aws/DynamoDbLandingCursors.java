package io.sluice.aws;

import io.sluice.landing.LandingCursors;
import io.sluice.objects.StoreException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/// The cursors of a reader of a stream's landings: an item `<stream>#events`, or `<stream>#iceberg`, / name of each,
/// whose `v` is the version, and `t` the text of a note. They are apart from the stream's state, so that who may move
/// them may not move that. Safe for concurrent use.
public final class DynamoDbLandingCursors implements LandingCursors {
    private static final String VERSION = "v";
    private static final String TEXT = "t";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,19}");

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final AttributeValue partition;
    private final String what;
    private final RequestCounts counts;
    private final DynamoDbFailures failures;

    public DynamoDbLandingCursors(DynamoDbClient dynamoDb, String table, String stream, Reader reader,
            RequestCounts counts) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.what = switch (reader) {
            case EVENTS -> "events";
            case TABLE -> "iceberg";
        };
        this.partition = AttributeValue.fromS(stream + "#" + what);
        this.counts = counts;
        this.failures = new DynamoDbFailures(table);
    }

    /// @throws StoreException when an item is no cursor: somebody changed it by hand
    @Override
    public Map<String, Long> read() {
        Map<String, Long> cursors = new HashMap<>();
        query((name, item) -> cursors.put(name, version(name, item.get(VERSION))));
        return cursors;
    }

    /// @throws StoreException as [#read]
    @Override
    public Map<String, Note> notes() {
        Map<String, Note> notes = new HashMap<>();
        query((name, item) -> Optional.ofNullable(item.get(TEXT)).ifPresent(
                text -> notes.put(name, new Note(version(name, item.get(VERSION)), text.s()))));
        return notes;
    }

    private void query(BiConsumer<String, Map<String, AttributeValue>> items) {
        Map<String, AttributeValue> after = Map.of();
        do {
            QueryRequest.Builder asked = QueryRequest.builder().tableName(table).keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", partition)).consistentRead(true)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
            QueryRequest request = after.isEmpty() ? asked.build() : asked.exclusiveStartKey(after).build();
            var page = failures.reading("Query (" + what + ")", () -> dynamoDb.query(request));
            counts.readUnits(page.consumedCapacity() == null ? 0 : page.consumedCapacity().capacityUnits());
            page.items().forEach(item -> items
                    .accept(Objects.requireNonNull(item.get(DynamoDbIndex.SORT_KEY), "of the key").s(), item));
            after = page.lastEvaluatedKey();
        } while (!after.isEmpty());
    }

    private long version(String name, @Nullable AttributeValue version) {
        if (version == null || version.n() == null || !NUMBER.matcher(version.n()).matches()) {
            throw new StoreException(StoreException.Kind.REFUSED, "the item " + partition.s() + " / " + name
                    + " in table " + table + " is no cursor of " + what + ": " + version
                    + ". Delete it, and its landings are read again from the oldest that is kept");
        }
        return Long.parseLong(version.n());
    }

    @Override
    public void advance(String name, long to) {
        put(name, to, Map.of());
    }

    @Override
    public boolean note(String name, Note note) {
        return put(name, note.version(), Map.of(TEXT, AttributeValue.fromS(note.text())));
    }

    /// @return false when it is there or further: another publisher's, or an attempt of this request
    private boolean put(String name, long to, Map<String, AttributeValue> more) {
        Map<String, AttributeValue> item = new HashMap<>(more);
        item.put(DynamoDbIndex.PARTITION_KEY, partition);
        item.put(DynamoDbIndex.SORT_KEY, AttributeValue.fromS(name));
        item.put(VERSION, AttributeValue.fromN(Long.toString(to)));
        boolean[] put = {true};
        failures.write("PutItem (" + what + ")", () -> {
            try {
                var capacity = dynamoDb.putItem(request -> request.tableName(table).item(item)
                        .conditionExpression("attribute_not_exists(v) OR v < :v")
                        .expressionAttributeValues(Map.of(":v", AttributeValue.fromN(Long.toString(to))))
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)).consumedCapacity();
                counts.writeUnits(capacity == null ? 0 : capacity.capacityUnits());
            } catch (ConditionalCheckFailedException _) {
                put[0] = false;
            }
        });
        return put[0];
    }
}
