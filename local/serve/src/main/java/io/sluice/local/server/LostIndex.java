package io.sluice.local.server;

import io.sluice.aws.DynamoDbRecoveryMark;
import io.sluice.aws.RequestCounts;
import io.sluice.index.RecoveryProgress;
import io.sluice.manifest.Manifest;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// Tells an index that was lost from one that holds nothing yet. A flusher cannot: to it, an empty table is a stream
/// that begins, and what was staged before would be left out without a word.
final class LostIndex {
    private final DynamoDbClient dynamoDb;
    private final S3Client s3;
    private final String stagingBucket;

    LostIndex(DynamoDbClient dynamoDb, S3Client s3, String stagingBucket) {
        this.dynamoDb = dynamoDb;
        this.s3 = s3;
        this.stagingBucket = stagingBucket;
    }

    /// Returns what is wrong with the index of `stream`, as a clause; empty when nothing is.
    ///
    /// @param batchesStaged how many batches are known to be staged, and will not be handed over again
    Optional<String> of(String stream, long batchesStaged) {
        var mark = new DynamoDbRecoveryMark(dynamoDb, EmbeddedServices.INDEX_TABLE, stream, new RequestCounts());
        if (mark.read().progress() == RecoveryProgress.BEGUN) {
            return Optional.of("is made again in part: a recovery was cut short");
        }
        return isEmpty() && (batchesStaged > 0 || isCommitted(stream))
                ? Optional.of("is gone: its table holds nothing, though the run has got on")
                : Optional.empty();
    }

    private boolean isEmpty() {
        return dynamoDb.scan(scan -> scan.tableName(EmbeddedServices.INDEX_TABLE).limit(1).consistentRead(true)).items()
                .isEmpty();
    }

    /// A manifest of version 0 is written before the table knows anything, and holds nothing: a run that was killed
    /// right after it has committed nothing.
    private boolean isCommitted(String stream) {
        String prefix = Manifest.prefix(stream);
        return !s3.listObjectsV2(list -> list.bucket(stagingBucket).prefix(prefix)
                .startAfter(prefix + Manifest.versionText(1)).maxKeys(1)).contents().isEmpty();
    }
}
