package io.sluice.local.server;

import io.sluice.aws.AwsClients;
import io.sluice.aws.ServiceEndpoint;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/// The SDK's own client of an S3 server, as the functions have it.
final class ServedClient implements AutoCloseable {
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final S3Client client;

    ServedClient(ServiceEndpoint endpoint) {
        this.client = AwsClients.s3(http, Optional.of(endpoint));
    }

    S3Client client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        http.close();
    }
}
