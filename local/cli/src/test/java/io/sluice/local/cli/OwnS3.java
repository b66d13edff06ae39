package io.sluice.local.cli;

import io.sluice.local.server.AccessKey;
import io.sluice.local.server.EmbeddedS3;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/// An S3 server of the user's, whose access key is where AWS's tools look for one.
final class OwnS3 implements AutoCloseable {
    private static final String KEY = "aws.accessKeyId";
    private static final String SECRET = "aws.secretAccessKey";

    private final EmbeddedS3 server;
    private final S3Client client;

    /// @param buckets their names
    OwnS3(Path folder, String... buckets) {
        var key = AccessKey.random();
        this.server = EmbeddedS3.serving(
                List.of(buckets).stream().collect(Collectors.toMap(bucket -> bucket, _ -> folder)), key);
        this.client = S3Client.builder().endpointOverride(server.endpoint().uri()).forcePathStyle(true)
                .region(Region.US_EAST_1)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(key.id(), key.secret())))
                .httpClientBuilder(UrlConnectionHttpClient.builder()).build();
        for (String bucket : buckets) {
            client.createBucket(request -> request.bucket(bucket));
        }
        useKey(key.id(), key.secret());
    }

    static void useKey(String id, String secret) {
        System.setProperty(KEY, id);
        System.setProperty(SECRET, secret);
    }

    String url() {
        return server.endpoint().uri().toString();
    }

    S3Client client() {
        return client;
    }

    void put(String bucket, String key, byte[] content) {
        client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromBytes(content));
    }

    /// Everything that lies in a bucket below `prefix`, by what is left of the key.
    Map<String, byte[]> objects(String bucket, String prefix) {
        Map<String, byte[]> objects = new TreeMap<>();
        for (String key : keys(bucket, prefix)) {
            objects.put(key,
                    client.getObjectAsBytes(get -> get.bucket(bucket).key(prefix + key)).asByteArray());
        }
        return objects;
    }

    /// What is left of the keys below `prefix`, also while others write and delete there.
    Set<String> keys(String bucket, String prefix) {
        return client.listObjectsV2Paginator(list -> list.bucket(bucket).prefix(prefix)).contents().stream()
                .map(each -> each.key().substring(prefix.length())).collect(Collectors.toCollection(TreeSet::new));
    }

    /// A command whose `--s3` is this.
    Cli.Outcome sluice(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(1, List.of("--s3", url()));
        return Cli.run(all.toArray(String[]::new));
    }

    @Override
    public void close() {
        System.clearProperty(KEY);
        System.clearProperty(SECRET);
        client.close();
        server.close();
    }
}
