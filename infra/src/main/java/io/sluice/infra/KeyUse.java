package io.sluice.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.kms.IKey;

/// What a role may do with a KMS key: no more than the service that holds the data asks KMS for on the role's behalf,
/// and nothing by calls of its own (AWS Key Management Service developer guide, "kms:ViaService").
final class KeyUse {
    private KeyUse() {}

    /// Reads and writes objects of buckets that the key encrypts.
    static PolicyStatement objects(IKey key) {
        return objects(key.getKeyArn());
    }

    static PolicyStatement objects(String keyArn) {
        return through("s3", List.of("kms:Decrypt", "kms:GenerateDataKey"), keyArn);
    }

    /// Reads and writes items of a table that the key encrypts (Amazon DynamoDB developer guide, "Encryption at rest:
    /// authorizing use of your customer managed key").
    static PolicyStatement items(IKey key) {
        return through("dynamodb", List.of("kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey",
                "kms:ReEncryptFrom", "kms:ReEncryptTo"), key.getKeyArn());
    }

    /// Reads records of a Kinesis stream that the key encrypts (Amazon Kinesis Data Streams developer guide,
    /// "Permissions to use user-generated KMS keys").
    static PolicyStatement records(IKey key) {
        return through("kinesis", List.of("kms:Decrypt"), key.getKeyArn());
    }

    private static PolicyStatement through(String service, List<String> actions, String keyArn) {
        return PolicyStatement.Builder.create().actions(actions).resources(List.of(keyArn))
                .conditions(Map.of("StringEquals",
                        Map.of("kms:ViaService", service + "." + Aws.REGION + "." + Aws.URL_SUFFIX)))
                .build();
    }
}
