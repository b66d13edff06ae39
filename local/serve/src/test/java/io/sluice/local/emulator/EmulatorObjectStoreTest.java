package io.sluice.local.emulator;

import io.sluice.aws.AwsClients;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.aws.ServiceEndpoint;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.testkit.contract.ObjectStoreContract;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/// The store's contract on the S3 adapter against an emulator.
@Tag("emulator")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EmulatorObjectStoreTest extends ObjectStoreContract {
    private final String bucket = "contract-" + UUID.randomUUID();
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final S3Client client = AwsClients.s3(http, Optional.of(ServiceEndpoint.open(Endpoint.required())));

    @BeforeAll
    void create() {
        client.createBucket(request -> request.bucket(bucket));
    }

    @AfterAll
    void close() {
        client.close();
        http.close();
    }

    @Override
    protected ObjectStore store() {
        return new S3ObjectStore(client, bucket, Optional.empty(), new RequestCounts());
    }

    @Override
    protected ObjectTree tree() {
        return new S3ObjectStore(client, bucket, Optional.empty(), new RequestCounts());
    }
}
