package io.sluice.local.emulator;

import io.sluice.aws.AwsClients;
import io.sluice.aws.ServiceEndpoint;
import io.sluice.local.server.IndexTable;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/// A data bucket, a staging bucket and an index table of a stream, new ones, on an endpoint that takes every request.
///
/// @param environment where the functions find them
record OpenServers(SdkHttpClient http, S3Client s3, Map<String, String> environment) implements StreamServers {
    static OpenServers on(URI endpoint) {
        var http = UrlConnectionHttpClient.create();
        var open = Optional.of(ServiceEndpoint.open(endpoint));
        var s3 = AwsClients.s3(http, open);
        String id = UUID.randomUUID().toString();
        var environment = Map.of("SLUICE_DATA_BUCKET", "data-" + id, "SLUICE_STAGING_BUCKET", "staging-" + id,
                "SLUICE_INDEX_TABLE", "index-" + id, "SLUICE_S3_ENDPOINT", endpoint.toString(),
                "SLUICE_DYNAMODB_ENDPOINT", endpoint.toString(), "AWS_REGION", "us-east-1");
        s3.createBucket(create -> create.bucket("data-" + id));
        s3.createBucket(create -> create.bucket("staging-" + id));
        try (var dynamoDb = AwsClients.dynamoDb(http, open)) {
            IndexTable.create(dynamoDb, "index-" + id);
        }
        return new OpenServers(http, s3, environment);
    }

    @Override
    public void close() {
        s3.close();
        http.close();
    }
}
