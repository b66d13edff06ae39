package io.sluice.infra.storage;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.BlockPublicAccess;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.constructs.Construct;

/// A bucket for records: private, TLS only, encrypted.
final class DataBucket {
    private static final String NO_ACCESS_LOGS = "Server access logs would add one log object stream per bucket and a"
            + " second bucket to secure; who needs them turns on CloudTrail data events for the account.";

    private DataBucket() {}

    /// @param key encrypts the objects; without it, S3's own keys do
    /// @param removal what becomes of it when its stack goes
    static IBucket create(Construct scope, String id, Optional<? extends IKey> key, RemovalPolicy removal) {
        var bucket = Bucket.Builder.create(scope, id).blockPublicAccess(BlockPublicAccess.BLOCK_ALL).enforceSsl(true)
                .minimumTlsVersion(1.2)
                .encryption(key.isPresent() ? BucketEncryption.KMS : BucketEncryption.S3_MANAGED)
                .bucketKeyEnabled(key.isPresent() ? true : null).encryptionKey(key.orElse(null))
                .removalPolicy(removal)
                .lifecycleRules(List.of(LifecycleRule.builder().id("abandoned-uploads")
                        .abortIncompleteMultipartUploadAfter(Duration.days(7)).build()))
                .build();
        // The bucket stays when its stack goes, and so does what forbids plain HTTP.
        Objects.requireNonNull(bucket.getPolicy()).applyRemovalPolicy(removal);
        Suppressions.suppress(bucket, "AwsSolutions-S1", NO_ACCESS_LOGS);
        return bucket;
    }
}
