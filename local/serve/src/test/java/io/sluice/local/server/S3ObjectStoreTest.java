package io.sluice.local.server;

import io.sluice.aws.AwsClients;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.testkit.contract.ObjectStoreContract;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/// The store's contract on the S3 adapter, as the functions use it, against the embedded S3 server.
final class S3ObjectStoreTest extends ObjectStoreContract {
    private static EmbeddedS3 server;
    private static SdkHttpClient http;
    private static S3Client client;

    @BeforeAll
    static void start(@TempDir Path folder) {
        server = EmbeddedS3.serving(Map.of("contract", folder), AccessKey.random());
        http = UrlConnectionHttpClient.create();
        client = AwsClients.s3(http, Optional.of(server.endpoint()));
        client.createBucket(bucket -> bucket.bucket("contract"));
    }

    @AfterAll
    static void stop() {
        client.close();
        http.close();
        server.close();
    }

    @Override
    protected ObjectStore store() {
        return new S3ObjectStore(client, "contract", Optional.empty(), new RequestCounts());
    }

    @Override
    protected ObjectTree tree() {
        return new S3ObjectStore(client, "contract", Optional.empty(), new RequestCounts());
    }
}
