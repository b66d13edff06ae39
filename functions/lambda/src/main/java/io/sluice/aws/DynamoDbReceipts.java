package io.sluice.aws;

import io.sluice.buffers.BufferNumber;
import io.sluice.index.BufferIndex.Claim;
import io.sluice.index.Receipts;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.segment.SegmentId;
import io.sluice.segment.StagedSegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// The receipts of one stream's records, in its index table: an item `<stream>#record#<name>` / `receipt` each, with
/// the segment's name as `s` and the second of its expiry as `ttl`. Each has a partition key of its own, so that any
/// number of them are written a second. Safe for concurrent use.
///
/// A segment that is not in the stream's first buffer is named in `l` in place of `s`, as `<lane>/<name>`: a version
/// that knows of no such receipts refuses them, where it would take the name alone for a segment of the first buffer.
/// (ADR 0119)
final class DynamoDbReceipts {
    private static final String SEGMENT = "s";
    private static final String SEGMENT_OF_LANE = "l";
    private static final int BATCH_ITEMS_MAX = 25;
    /// With their pauses, of which the longest is the last, they take ten seconds at most: a table that was just made
    /// needs that to take more than 4,000 write units a second.
    private static final int ATTEMPTS_MAX = 9;
    private static final Duration PAUSE_MIN = Duration.ofMillis(40);

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final String stream;
    private final RequestCounts counts;
    private final DynamoDbFailures failures;
    private final DynamoDbTransaction transaction;
    private final Pauses pauses;

    DynamoDbReceipts(DynamoDbClient dynamoDb, String table, String stream, RequestCounts counts) {
        this(dynamoDb, table, stream, counts, Pauses::sleep);
    }

    /// @param pauses waits between two attempts at what DynamoDB left
    DynamoDbReceipts(DynamoDbClient dynamoDb, String table, String stream, RequestCounts counts,
            Consumer<Duration> pauses) {
        this.pauses = new Pauses(PAUSE_MIN, pauses);
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.stream = stream;
        this.counts = counts;
        this.failures = new DynamoDbFailures(table);
        this.transaction = new DynamoDbTransaction(dynamoDb, counts, failures);
    }

    /// Puts an item and receipts where there are none, all or nothing.
    Claim put(Map<String, AttributeValue> item, Receipts receipts) {
        List<TransactWriteItem> all = new ArrayList<>();
        all.add(TransactWriteItem.builder().put(put -> put.tableName(table).item(item)).build());
        receipts.names().forEach(name -> all.add(TransactWriteItem.builder()
                .put(put -> put.tableName(table).item(item(name, receipts))
                        .conditionExpression(DynamoDbTransaction.ABSENT))
                .build()));
        return transaction.write("TransactWriteItems (receipts)", all) ? Claim.CLAIMED : Claim.CONFLICT;
    }

    /// @throws StoreException when DynamoDB leaves some unread, however often it is asked
    Map<RecordName, StagedSegment> read(Collection<RecordName> names) {
        Map<AttributeValue, RecordName> asked = new HashMap<>();
        names.forEach(name -> asked.put(partitionKey(name), name));
        Map<RecordName, StagedSegment> found = new HashMap<>();
        List<Map<String, AttributeValue>> left = names.stream().map(this::key).toList();
        for (int attempt = 0; attempt < ATTEMPTS_MAX && !left.isEmpty(); attempt++) {
            pauses.before(attempt);
            KeysAndAttributes keys = KeysAndAttributes.builder().keys(left).consistentRead(true).build();
            BatchGetItemResponse response = failures.reading("BatchGetItem (receipts)",
                    () -> dynamoDb.batchGetItem(request -> request.requestItems(Map.of(table, keys))
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
            response.consumedCapacity().forEach(capacity -> counts.readUnits(DynamoDbTransaction.units(capacity)));
            for (Map<String, AttributeValue> item : response.responses().getOrDefault(table, List.of())) {
                RecordName name = asked.get(item.get(DynamoDbIndex.PARTITION_KEY));
                if (name != null) {
                    found.put(name, segment(name, item));
                }
            }
            KeysAndAttributes unprocessed = response.unprocessedKeys().get(table);
            left = unprocessed == null ? List.of() : unprocessed.keys();
        }
        if (!left.isEmpty()) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "BatchGetItem (receipts) on table " + table
                    + " left " + left.size() + " of " + names.size() + " keys; the source must retry");
        }
        return found;
    }

    private StagedSegment segment(RecordName name, Map<String, AttributeValue> item) {
        try {
            AttributeValue ofLane = item.get(SEGMENT_OF_LANE);
            if (ofLane == null) {
                return segment(BufferNumber.FIRST, item.getOrDefault(SEGMENT, AttributeValue.fromS("")).s());
            }
            String[] parts = String.valueOf(ofLane.s()).split("/", 2);
            return segment(new BufferNumber(Integer.parseInt(parts[0])), parts[parts.length - 1]);
        } catch (IllegalArgumentException e) {
            throw new StoreException(StoreException.Kind.REFUSED, "the item "
                    + partitionKey(name).s() + " of table " + table + " is no receipt ("
                    + e.getMessage() + "); restore it from a copy", e);
        }
    }

    private StagedSegment segment(BufferNumber number, String name) {
        String buffer = number.buffer(stream);
        return new StagedSegment(buffer,
                SegmentId.parse(buffer, new ObjectKey(SegmentId.prefix(buffer) + name)));
    }

    /// @throws StoreException when DynamoDB leaves some unwritten, however often it is asked
    void put(Receipts receipts) {
        List<WriteRequest> all = receipts.names().stream()
                .map(name -> WriteRequest.builder().putRequest(put -> put.item(item(name, receipts))).build()).toList();
        for (int from = 0; from < all.size(); from += BATCH_ITEMS_MAX) {
            write(all.subList(from, Math.min(all.size(), from + BATCH_ITEMS_MAX)));
        }
    }

    private void write(List<WriteRequest> requests) {
        List<WriteRequest> left = requests;
        for (int attempt = 0; attempt < ATTEMPTS_MAX && !left.isEmpty(); attempt++) {
            pauses.before(attempt);
            List<WriteRequest> asked = left;
            BatchWriteItemResponse response = failures.writing("BatchWriteItem (receipts)",
                    () -> dynamoDb.batchWriteItem(request -> request.requestItems(Map.of(table, asked))
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
            response.consumedCapacity().forEach(capacity -> counts.writeUnits(DynamoDbTransaction.units(capacity)));
            left = response.unprocessedItems().getOrDefault(table, List.of());
        }
        if (!left.isEmpty()) {
            throw new StoreException(StoreException.Kind.UNKNOWN, "BatchWriteItem (receipts) on table " + table
                    + " left " + left.size() + " of " + requests.size() + " items; recover again");
        }
    }

    private Map<String, AttributeValue> item(RecordName name, Receipts receipts) {
        String buffer = receipts.segment().buffer();
        String segment = receipts.segment().id().key(buffer).value().substring(SegmentId.prefix(buffer).length());
        BufferNumber number = BufferNumber.parse(stream, buffer);
        Map<String, AttributeValue> item = new HashMap<>(key(name));
        if (number.equals(BufferNumber.FIRST)) {
            item.put(SEGMENT, AttributeValue.fromS(segment));
        } else {
            item.put(SEGMENT_OF_LANE, AttributeValue.fromS(number.value() + "/" + segment));
        }
        item.put(DynamoDbIndex.EXPIRY, AttributeValue.fromN(Long.toString(receipts.expires().getEpochSecond())));
        return item;
    }

    private Map<String, AttributeValue> key(RecordName name) {
        return Map.of(DynamoDbIndex.PARTITION_KEY, partitionKey(name), DynamoDbIndex.SORT_KEY,
                AttributeValue.fromS("receipt"));
    }

    private AttributeValue partitionKey(RecordName name) {
        return AttributeValue.fromS(stream + "#record#" + name);
    }
}
