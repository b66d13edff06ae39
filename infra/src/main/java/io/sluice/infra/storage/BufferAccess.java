package io.sluice.infra.storage;

import io.sluice.config.IcebergSection;
import io.sluice.deployment.BufferRights;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.Right;
import io.sluice.deployment.StreamDefinition;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;

/// The rights of the functions on a stream's buffer and data bucket, [BufferRights] as CDK takes them.
///
/// @param definition the stream, whose name and prefixes bound the object keys
/// @param buffer     its segments, manifests and index
/// @param data       where its objects are delivered
/// @param key        the KMS key of its buffer
public record BufferAccess(StreamDefinition definition, PartitionBuffer buffer, IBucket data, Optional<IKey> key) {
    /// What ingest needs.
    public List<PolicyStatement> ingest() {
        return statements(rights().ingest());
    }

    /// What ingest of a source that numbers its records needs besides.
    public List<PolicyStatement> positions() {
        return statements(rights().positions());
    }

    /// What ingest of a source whose records are known one by one needs besides.
    public List<PolicyStatement> receipts() {
        return statements(rights().receipts());
    }

    /// What a flush run needs.
    public List<PolicyStatement> flush() {
        return statements(rights().flush());
    }

    /// What retention and erasures need.
    ///
    /// @param source prefix of a repartition's source
    public List<PolicyStatement> retention(Optional<String> source) {
        return statements(rights().retention(source));
    }

    /// What telling what landed needs.
    public List<PolicyStatement> events() {
        return statements(rights().events());
    }

    /// What registering in an Iceberg table needs of buffer and objects.
    public List<PolicyStatement> iceberg(IcebergSection table) {
        return statements(rights().iceberg(table));
    }

    /// What a repartition needs.
    public List<PolicyStatement> repartition(String from) {
        return statements(rights().repartition(from));
    }

    /// What a compaction needs.
    public List<PolicyStatement> compaction() {
        return statements(rights().compaction());
    }

    private BufferRights rights() {
        return new BufferRights(definition, key.map(IKey::getKeyArn),
                KeyUse.ofObjects(key, data).stream().map(IKey::getKeyArn).toList());
    }

    private List<PolicyStatement> statements(List<Right> rights) {
        return PolicyStatements.of(rights, TokenNames.STACK
                .with(DeployedName.DATA_BUCKET_ARN, data.getBucketArn())
                .with(DeployedName.STAGING_BUCKET_ARN, buffer.staging().getBucketArn())
                .with(DeployedName.INDEX_TABLE_ARN, buffer.index().getTableArn()));
    }
}
