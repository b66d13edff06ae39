package io.sluice.local.serve.streams;

import io.sluice.local.UsageException;
import io.sluice.local.server.AccessKey;
import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;

/// Servers in the place of the embedded ones, called with one access key.
///
/// @param s3            S3, by paths, in region us-east-1; empty: the embedded one
/// @param dynamoDb      DynamoDB; empty: the embedded one
/// @param stagingBucket the bucket of what waits, which is one server's own
/// @param key           who one is at both; empty when both are embedded
public record OutsideServers(Optional<URI> s3, Optional<URI> dynamoDb, String stagingBucket, Optional<AccessKey> key) {
    /// The name of the bucket of what waits, unless told otherwise.
    public static final String STAGING_BUCKET = "sluice-staging";
    /// Both are embedded.
    public static final OutsideServers NONE = new OutsideServers(Optional.empty(), Optional.empty(), STAGING_BUCKET,
            Optional.empty());

    public OutsideServers {
        if (key.isEmpty() && (s3.isPresent() || dynamoDb.isPresent())) {
            throw new IllegalArgumentException("a server that is not embedded wants to know who one is");
        }
    }

    /// With the access key of the usual places: the environment, system properties, profiles, a container's or a
    /// machine's own.
    ///
    /// @throws UsageException when there is no key that holds for good, or what is given is no URL of a server
    public static OutsideServers of(Optional<String> s3, Optional<String> dynamoDb, String stagingBucket) {
        Optional<URI> s3Uri = s3.map(url -> uri("--s3", url));
        Optional<URI> dynamoDbUri = dynamoDb.map(url -> uri("--dynamodb", url));
        return new OutsideServers(s3Uri, dynamoDbUri, stagingBucket,
                s3Uri.or(() -> dynamoDbUri).map(_ -> usualKey()));
    }

    /// Returns the address of a server that an option names.
    ///
    /// @throws UsageException when it is none
    public static URI uri(String option, String url) {
        try {
            URI uri = URI.create(url);
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (isHttp && uri.getHost() != null && uri.getRawQuery() == null && uri.getPath().matches("/?")) {
                return URI.create(url.replaceFirst("/$", ""));
            }
        } catch (IllegalArgumentException e) {
            throw new UsageException(option + " is no URL of a server: " + e.getMessage());
        }
        throw new UsageException(option + " is no URL of a server: " + url + "; it is http:// or https://, a name and a"
                + " port");
    }

    private static AccessKey usualKey() {
        try (var provider = DefaultCredentialsProvider.builder().build()) {
            AwsCredentials found = provider.resolveCredentials();
            if (found instanceof AwsSessionCredentials) {
                throw new UsageException("The access key for --s3 and --dynamodb is a temporary one, which would end"
                        + " while the server runs; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to a lasting one");
            }
            return new AccessKey(found.accessKeyId(), found.secretAccessKey());
        } catch (SdkException e) {
            throw new UsageException("There is no access key for --s3 and --dynamodb: set AWS_ACCESS_KEY_ID and"
                    + " AWS_SECRET_ACCESS_KEY, or AWS_PROFILE");
        }
    }
}
