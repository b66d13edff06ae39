package io.sluice.infra.runbook;

import io.sluice.aws.AwsClients;
import io.sluice.local.server.AccessKey;
import io.sluice.local.server.EmbeddedDynamoDb;
import io.sluice.local.server.EmbeddedS3;
import io.sluice.local.server.IndexTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// The embedded servers with two data buckets, a staging bucket and the index table, and clients that see everything.
///
/// @param environment where the functions find them
record Servers(EmbeddedS3 s3Server, EmbeddedDynamoDb dynamoDbServer, S3Client s3, DynamoDbClient dynamoDb,
        Map<String, String> environment) implements AutoCloseable {
    static final String DATA = "orders";
    static final String OTHER_DATA = "orders-anew";
    static final String STAGING = "orders-staging";
    static final String TABLE = "sluice-index";

    static Servers start(Path folder) {
        // The version before knows servers of this machine by no other key.
        var key = System.getProperty(UpgradeRunbookTest.CLASSES) == null
                ? AccessKey.random()
                : new AccessKey("embedded", "embedded");
        var dynamoDbServer = EmbeddedDynamoDb.inMemory(key);
        var s3Server = EmbeddedS3.serving(Map.of(DATA, folder.resolve("out"), OTHER_DATA, folder.resolve("anew"),
                STAGING, folder.resolve("staging")), key);
        var s3 = AwsClients.s3(UrlConnectionHttpClient.create(), Optional.of(s3Server.endpoint()));
        var dynamoDb = AwsClients.dynamoDb(UrlConnectionHttpClient.create(), Optional.of(dynamoDbServer.endpoint()));
        List.of(DATA, OTHER_DATA, STAGING).forEach(bucket -> s3.createBucket(create -> create.bucket(bucket)));
        IndexTable.create(dynamoDb, TABLE);
        return new Servers(s3Server, dynamoDbServer, s3, dynamoDb, Map.of("SLUICE_DATA_BUCKET", DATA,
                "SLUICE_STAGING_BUCKET", STAGING, "SLUICE_INDEX_TABLE", TABLE, "SLUICE_S3_ENDPOINT",
                s3Server.endpoint().uri().toString(), "SLUICE_DYNAMODB_ENDPOINT",
                dynamoDbServer.endpoint().uri().toString(), "AWS_REGION", "us-east-1", "AWS_ACCESS_KEY_ID", key.id(),
                "AWS_SECRET_ACCESS_KEY", key.secret()));
    }

    @Override
    public void close() {
        dynamoDb.close();
        s3.close();
        s3Server.close();
        dynamoDbServer.close();
    }
}
