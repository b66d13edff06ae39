package io.sluice.aws;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.index.EntryKey;
import io.sluice.index.Shard;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.segment.BatchId;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Error;

/// Answers that do only part of what was asked.
final class PartialAnswersTest {
    /// Leaves every second key, and announces more bytes than it gives.
    private static final class HalfS3 implements S3Client {
        @Override
        public DeleteObjectsResponse deleteObjects(DeleteObjectsRequest request) {
            return DeleteObjectsResponse.builder()
                    .errors(IntStream.range(0, request.delete().objects().size()).filter(i -> i % 2 == 1)
                            .mapToObj(i -> request.delete().objects().get(i).key())
                            .map(key -> S3Error.builder().key(key)
                                    .code("SlowDown").build())
                            .toList())
                    .build();
        }

        @Override
        public <T> T getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
            long announced = request.key().equals("whole") ? 3 : 4;
            try {
                return transformer.transform(GetObjectResponse.builder().contentLength(announced).build(),
                        AbortableInputStream.create(new ByteArrayInputStream(new byte[]{1, 2, 3})));
            } catch (Exception e) {
                throw SdkClientException.create(e.getMessage(), e);
            }
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }

    /// Leaves all but the first item.
    private static final class OneItemDynamoDb implements DynamoDbClient {
        private int requests;

        @Override
        public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
            requests++;
            var items = request.requestItems().getOrDefault("index", List.of());
            return BatchWriteItemResponse.builder()
                    .unprocessedItems(items.size() > 1 ? Map.of("index", items.subList(1, items.size())) : Map.of())
                    .build();
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }

    /// Leaves all keys that it is asked for, some times.
    private static final class BusyDynamoDb implements DynamoDbClient {
        private int answersLeft;

        BusyDynamoDb(int busyAnswers) {
            answersLeft = busyAnswers;
        }

        @Override
        public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
            answersLeft--;
            return BatchGetItemResponse.builder()
                    .unprocessedKeys(answersLeft >= 0 ? request.requestItems() : Map.of()).build();
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }

    private final S3ObjectStore store = new S3ObjectStore(new HalfS3(), "staging", Optional.empty(),
            new RequestCounts());
    private final OneItemDynamoDb dynamoDb = new OneItemDynamoDb();
    private final DynamoDbIndex index = new DynamoDbIndex(dynamoDb, "index", "quakes", new RequestCounts());

    @Test
    void keysThatWereNotDeletedAreCountedAndTheFirstAreNamed() {
        assertEquals("DELETE s3://staging left 1 of 2 keys: b (SlowDown)", deleting("a", "b").getMessage());
        assertEquals("DELETE s3://staging left 6 of 12 keys: b (SlowDown), d (SlowDown), f (SlowDown), h (SlowDown), "
                + "j (SlowDown), …",
                deleting("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l").getMessage());
    }

    private StoreException deleting(String... keys) {
        List<ObjectKey> all = List.of(keys).stream().map(ObjectKey::new).toList();
        StoreException e = assertThrows(StoreException.class, () -> store.delete(all));
        assertEquals(StoreException.Kind.UNKNOWN, e.kind());
        return e;
    }

    @Test
    void entriesThatStayAfterFourRequestsAreCountedAndTheFirstIsNamed() {
        index.delete(entries(4));
        assertEquals(4, dynamoDb.requests);
        StoreException e = assertThrows(StoreException.class, () -> index.delete(entries(7)));
        assertEquals("BatchWriteItem on table index left 3 of 7 items, the first of them quakes#0 / "
                + entries(7).get(4).sortKey() + "; the next run deletes them", e.getMessage());
        assertEquals(8, dynamoDb.requests);
    }

    @Test
    void receiptsThatWereLeftAreAskedForAgainAfterPausesThatDouble() {
        List<Duration> pauses = new ArrayList<>();
        assertEquals(Map.of(), receipts(8, pauses).read(List.of(new RecordName(1, 2))));
        assertEquals(8, pauses.size());
        for (int i = 0; i < pauses.size(); i++) {
            long whole = 40L << i;
            long millis = pauses.get(i).toMillis();
            assertTrue(whole / 2 <= millis && millis < whole, pauses.toString());
        }
    }

    @Test
    void receiptsThatAreLeftNineTimesAreTheSourcesToRetry() {
        List<Duration> pauses = new ArrayList<>();
        StoreException e = assertThrows(StoreException.class,
                () -> receipts(9, pauses).read(List.of(new RecordName(1, 2))));
        assertEquals(StoreException.Kind.UNAVAILABLE, e.kind());
        assertEquals("BatchGetItem (receipts) on table index left 1 of 1 keys; the source must retry", e.getMessage());
        assertEquals(8, pauses.size(), "none after the last attempt");
    }

    private static DynamoDbReceipts receipts(int busyAnswers, List<Duration> pauses) {
        return new DynamoDbReceipts(new BusyDynamoDb(busyAnswers), "index", "quakes", new RequestCounts(), pauses::add);
    }

    private static List<EntryKey> entries(int count) {
        return IntStream.range(0, count).mapToObj(i -> new EntryKey(new Shard(0), i, new BatchId(i, i))).toList();
    }

    @Test
    void anAnswerThatEndsEarlyIsNoAnswer() {
        assertArrayEquals(new byte[]{1, 2, 3}, store.get(new ObjectKey("whole")));
        assertArrayEquals(new byte[]{1, 2, 3}, store.get(new ObjectKey("whole"), new ByteRange(5, 3)));
        StoreException e = assertThrows(StoreException.class, () -> store.get(new ObjectKey("cut")));
        assertEquals(StoreException.Kind.UNAVAILABLE, e.kind());
    }
}
