package io.sluice.infra;

import io.sluice.local.server.EmbeddedServices;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The embedded servers, and what others than the functions do on them.
public final class Ground implements AutoCloseable {
    public static final String BUCKET = "orders";
    public static final String STAGING = "orders-staging";

    private final EmbeddedServices services;
    private final S3Client s3;
    private final DynamoDbClient dynamoDb;

    public Ground(Path folder) {
        services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"), BUCKET);
        s3 = services.s3Client();
        dynamoDb = services.dynamoDbClient();
    }

    public Map<String, String> environment() {
        return services.environment();
    }

    /// Nothing is left of what was done before.
    void clear() {
        for (String bucket : List.of(BUCKET, STAGING)) {
            keys(bucket).forEach(key -> delete(bucket, key));
        }
        loseTable();
    }

    void loseTable() {
        String name = EmbeddedServices.INDEX_TABLE;
        TableDescription was = dynamoDb.describeTable(describe -> describe.tableName(name)).table();
        dynamoDb.deleteTable(delete -> delete.tableName(name));
        dynamoDb.createTable(create -> create.tableName(name).keySchema(was.keySchema())
                .attributeDefinitions(was.attributeDefinitions()).billingMode("PAY_PER_REQUEST"));
    }

    public List<String> keys(String bucket) {
        return s3.listObjectsV2Paginator(list -> list.bucket(bucket)).contents().stream().map(S3Object::key).toList();
    }

    public byte[] get(String bucket, String key) {
        return s3.getObjectAsBytes(get -> get.bucket(bucket).key(key)).asByteArray();
    }

    public void put(String bucket, String key, String text) {
        put(bucket, key, text.getBytes(StandardCharsets.UTF_8));
    }

    public void put(String bucket, String key, byte[] bytes) {
        s3.putObject(put -> put.bucket(bucket).key(key), RequestBody.fromBytes(bytes));
    }

    void delete(String bucket, String key) {
        s3.deleteObject(delete -> delete.bucket(bucket).key(key));
    }

    /// Whether a request writes an object, or a part of one, to the data bucket.
    public static boolean writesData(SdkHttpRequest request) {
        return request.method().name().equals("PUT") && request.encodedPath().startsWith("/" + BUCKET + "/");
    }

    @Override
    public void close() {
        dynamoDb.close();
        s3.close();
        services.close();
    }
}
