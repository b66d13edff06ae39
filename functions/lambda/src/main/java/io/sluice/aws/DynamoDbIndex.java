package io.sluice.aws;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.RecordName;
import io.sluice.position.SequenceNumber;
import io.sluice.segment.StagedSegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// One buffer's index in a DynamoDB table: entries under `<buffer>#<shard>`, positions under `<buffer>#position`, the
/// state item under `<buffer>#state`; and the receipts of its stream under `<stream>#record#<name>`. The first buffer
/// has the stream's name. Safe for concurrent use.
///
/// | item | `pk` | `sk` | other attributes |
/// |---|---|---|---|
/// | entry | `<buffer>#<shard>` | arrival time and batch id | `e` payload (binary) |
/// | position | `<buffer>#position` | the numbered source's name | `q` sequence number, as text: DynamoDB's numbers have 38 digits, Kinesis's 56 and more |
/// | receipt | `<stream>#record#<name>` | `receipt` | `s` the segment's name, or `l` that of another lane's after its number and a slash; `ttl` when the table may forget it, epoch seconds |
/// | state | `<buffer>#state` | `state` | `v` version, `m` manifest key |
/// | shards | `<buffer>#state` | `shards` | `n` the largest number of shards ever used |
public final class DynamoDbIndex implements BufferIndex {
    /// Name of the table's partition key attribute (string).
    public static final String PARTITION_KEY = "pk";
    /// Name of the table's sort key attribute (string).
    public static final String SORT_KEY = "sk";

    /// Name of the table's time-to-live attribute (number); receipts alone have it.
    public static final String EXPIRY = "ttl";

    private static final String ENTRY = "e";
    private static final String VERSION = "v";
    private static final String MANIFEST = "m";
    private static final String SHARDS = "n";
    private static final int BATCH_ITEMS_MAX = 25;
    private static final int BATCH_ATTEMPTS_MAX = 4;

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final String buffer;
    private final RequestCounts counts;
    private final DynamoDbFailures failures;
    private final DynamoDbPositions positions;
    private final DynamoDbReceipts receipts;
    private final DynamoDbRecoveryMark recovery;

    /// The index of a stream's first buffer.
    public DynamoDbIndex(DynamoDbClient dynamoDb, String table, String stream, RequestCounts counts) {
        this(dynamoDb, table, stream, stream, counts);
    }

    /// @param buffer has the entries, positions and state
    /// @param stream has the receipts
    public DynamoDbIndex(DynamoDbClient dynamoDb, String table, String buffer, String stream, RequestCounts counts) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.buffer = buffer;
        this.counts = counts;
        this.failures = new DynamoDbFailures(table);
        this.positions = new DynamoDbPositions(dynamoDb, table, buffer, counts);
        this.receipts = new DynamoDbReceipts(dynamoDb, table, stream, counts);
        this.recovery = new DynamoDbRecoveryMark(dynamoDb, table, buffer, counts);
    }

    @Override
    public void put(IndexEntry entry) {
        Map<String, AttributeValue> item = item(entry);
        wrote(failures.writing("PutItem", () -> dynamoDb.putItem(request -> request.tableName(table).item(item)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))).consumedCapacity());
    }

    @Override
    public Advance put(IndexEntry entry, Optional<SequenceNumber> expected, Position next) {
        return positions.put(item(entry), expected, next);
    }

    @Override
    public Optional<SequenceNumber> position(NumberedSource source) {
        return positions.read(source);
    }

    @Override
    public void putIfAbsent(Position position) {
        positions.putIfAbsent(position);
    }

    @Override
    public Claim put(IndexEntry entry, Receipts claimed) {
        return receipts.put(item(entry), claimed);
    }

    @Override
    public Map<RecordName, StagedSegment> receipts(Collection<RecordName> names) {
        return names.isEmpty() ? Map.of() : receipts.read(names);
    }

    @Override
    public void put(Receipts written) {
        receipts.put(written);
    }

    @Override
    public void useShards(int count) {
        AttributeValue number = AttributeValue.fromN(Integer.toString(count));
        PutItemRequest request = PutItemRequest.builder().tableName(table)
                .item(Map.of(PARTITION_KEY, statePartitionKey(), SORT_KEY, text("shards"), SHARDS, number))
                .conditionExpression("attribute_not_exists(pk) OR n < :n")
                .expressionAttributeValues(Map.of(":n", number))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
        failures.write("PutItem (shards)", () -> raiseShards(request));
    }

    private void raiseShards(PutItemRequest request) {
        try {
            wrote(dynamoDb.putItem(request).consumedCapacity());
        } catch (ConditionalCheckFailedException e) {
            // As many or more are known already.
        }
    }

    @Override
    public int shardsUsed() {
        Map<String, AttributeValue> item = stateItem("shards");
        return item.isEmpty() ? 1 : Math.toIntExact(number(item, SHARDS));
    }

    @Override
    public EntryPage read(Shard shard, Optional<EntryKey> after) {
        QueryResponse page = failures.reading("Query", () -> dynamoDb.query(request -> {
            request.tableName(table).consistentRead(true).keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", partitionKey(shard)))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
            after.ifPresent(key -> request.exclusiveStartKey(key(key)));
        }));
        read(page.consumedCapacity());
        List<IndexEntry> entries = new ArrayList<>(page.count());
        List<String> damaged = new ArrayList<>();
        for (Map<String, AttributeValue> item : page.items()) {
            try {
                entries.add(decode(shard, item));
            } catch (MalformedEncodingException | IllegalArgumentException e) {
                damaged.add("item " + buffer + "#" + shard.number() + " / " + textOf(item, SORT_KEY) + " of table "
                        + table + ": " + e.getMessage());
            }
        }
        Optional<EntryKey> next = page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty()
                ? Optional.of(EntryKey.parse(shard, textOf(page.lastEvaluatedKey(), SORT_KEY)))
                : Optional.empty();
        return new EntryPage(entries, damaged, next);
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        List<WriteRequest> all = keys.stream()
                .map(key -> WriteRequest.builder().deleteRequest(delete -> delete.key(key(key))).build()).toList();
        for (int from = 0; from < all.size(); from += BATCH_ITEMS_MAX) {
            deleteBatch(all.subList(from, Math.min(all.size(), from + BATCH_ITEMS_MAX)));
        }
    }

    /// Asks again for what DynamoDB left unprocessed, a few times.
    ///
    /// @throws StoreException when some are left: a later run recognises them as folded, and deletes them
    private void deleteBatch(List<WriteRequest> requests) {
        List<WriteRequest> left = requests;
        for (int attempt = 0; attempt < BATCH_ATTEMPTS_MAX && !left.isEmpty(); attempt++) {
            List<WriteRequest> asked = left;
            BatchWriteItemResponse response = failures.writing("BatchWriteItem",
                    () -> dynamoDb.batchWriteItem(request -> request.requestItems(Map.of(table, asked))
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
            response.consumedCapacity().forEach(this::wrote);
            left = response.unprocessedItems().getOrDefault(table, List.of());
        }
        if (!left.isEmpty()) {
            Map<String, AttributeValue> first = left.getFirst().deleteRequest().key();
            throw new StoreException(StoreException.Kind.UNKNOWN, "BatchWriteItem on table " + table + " left "
                    + left.size() + " of " + requests.size() + " items, the first of them " + textOf(first,
                            PARTITION_KEY)
                    + " / " + textOf(first, SORT_KEY) + "; the next run deletes them");
        }
    }

    @Override
    public Optional<FlushState> state() {
        Map<String, AttributeValue> item = stateItem("state");
        return item.isEmpty()
                ? Optional.empty()
                : Optional.of(new FlushState(number(item, VERSION), new ObjectKey(textOf(item, MANIFEST))));
    }

    @Override
    public RecoveryProgress recovery() {
        return recovery.read().progress();
    }

    /// One of the stream's own items; empty when it is not there.
    private Map<String, AttributeValue> stateItem(String sortKey) {
        Map<String, AttributeValue> key = Map.of(PARTITION_KEY, statePartitionKey(), SORT_KEY, text(sortKey));
        var response = failures.reading("GetItem", () -> dynamoDb.getItem(request -> request.tableName(table).key(key)
                .consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
        read(response.consumedCapacity());
        return response.hasItem() ? response.item() : Map.of();
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        PutItemRequest.Builder request = PutItemRequest.builder().tableName(table)
                .item(Map.of(PARTITION_KEY, statePartitionKey(), SORT_KEY, text("state"), VERSION,
                        AttributeValue.fromN(Long.toString(next.version())), MANIFEST, text(next.manifest().value())))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
        if (expected.isPresent()) {
            request.conditionExpression("v = :v AND m = :m")
                    .expressionAttributeValues(Map.of(":v",
                            AttributeValue.fromN(Long.toString(expected.get().version())), ":m",
                            text(expected.get().manifest().value())));
        } else {
            request.conditionExpression("attribute_not_exists(pk)");
        }
        return failures.writing("PutItem (commit)", () -> {
            try {
                wrote(dynamoDb.putItem(request.build()).consumedCapacity());
                return Commit.COMMITTED;
            } catch (ConditionalCheckFailedException e) {
                return Commit.CONFLICT;
            }
        });
    }

    private static IndexEntry decode(Shard shard, Map<String, AttributeValue> item) {
        AttributeValue payload = item.get(ENTRY);
        if (payload == null || payload.b() == null) {
            throw new MalformedEncodingException("the item has no payload attribute '" + ENTRY + "'");
        }
        return IndexEntry.decode(EntryKey.parse(shard, textOf(item, SORT_KEY)), payload.b().asByteArrayUnsafe());
    }

    private Map<String, AttributeValue> item(IndexEntry entry) {
        return Map.of(PARTITION_KEY, partitionKey(entry.key().shard()), SORT_KEY, text(entry.key().sortKey()), ENTRY,
                AttributeValue.fromB(SdkBytes.fromByteArray(entry.encode())));
    }

    private Map<String, AttributeValue> key(EntryKey key) {
        return Map.of(PARTITION_KEY, partitionKey(key.shard()), SORT_KEY, text(key.sortKey()));
    }

    private AttributeValue partitionKey(Shard shard) {
        return text(buffer + "#" + shard.number());
    }

    private AttributeValue statePartitionKey() {
        return text(buffer + "#state");
    }

    private static String textOf(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null || value.s() == null ? "" : value.s();
    }

    /// @throws StoreException when the attribute is not there: somebody changed the item by hand
    private long number(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        if (value == null || value.n() == null) {
            throw new StoreException(StoreException.Kind.REFUSED,
                    "the item of " + buffer + " in table " + table + " has no number '" + attribute + "'");
        }
        return Long.parseLong(value.n());
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    private void wrote(ConsumedCapacity capacity) {
        counts.writeUnits(capacity == null ? 0 : capacity.capacityUnits());
    }

    private void read(ConsumedCapacity capacity) {
        counts.readUnits(capacity == null ? 0 : capacity.capacityUnits());
    }
}
