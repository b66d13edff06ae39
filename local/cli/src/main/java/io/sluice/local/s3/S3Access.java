package io.sluice.local.s3;

import io.sluice.input.InputException;
import io.sluice.local.records.InputSource;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/// The way to the user's S3: AWS, or the server that `--s3` names. A client is made when something is asked of it
/// first. Not for use by several threads; its client is.
public final class S3Access implements Closeable {
    private final Optional<URI> server;
    private final FetchedObjects fetched = new FetchedObjects();
    private @Nullable S3Client made;

    /// @param server empty: AWS, or what AWS_ENDPOINT_URL_S3 and profiles say
    public S3Access(Optional<URI> server) {
        this.server = server;
    }

    /// A client with the usual credentials and the usual region, which finds buckets of AWS's other regions too.
    S3Client client() {
        S3Client client = made;
        if (client == null) {
            client = make();
            made = client;
        }
        return client;
    }

    private S3Client make() {
        S3ClientBuilder builder = S3Client.builder().httpClientBuilder(UrlConnectionHttpClient.builder())
                .region(region()).crossRegionAccessEnabled(server.isEmpty()).forcePathStyle(server.isPresent());
        server.ifPresent(builder::endpointOverride);
        return builder.build();
    }

    /// Of the environment or the profile; a machine of EC2 is not asked, which elsewhere takes seconds.
    private static Region region() {
        try {
            return new AwsRegionProviderChain(new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
                    .getRegion();
        } catch (SdkClientException e) {
            // None is set: any will do to ask where a bucket is.
            return Region.US_EAST_1;
        }
    }

    /// The same input with a file of its own, for formats that are read from their end: an object is fetched, and its
    /// copy goes with this.
    ///
    /// @throws InputException when it can't be fetched
    public InputSource asFile(InputSource input) {
        return input.file().isPresent() ? input : fetched.file(input);
    }

    @Override
    public void close() throws IOException {
        fetched.close();
        S3Client client = made;
        if (client != null) {
            client.close();
        }
    }
}
