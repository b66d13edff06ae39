package io.sluice.infra.storage;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;

/// The rights of a role on a KMS key: no more than the service that holds the data asks KMS for on the role's behalf,
/// and nothing by calls of its own (AWS Key Management Service developer guide, "kms:ViaService").
public final class KeyUse {
    private KeyUse() {}

    /// The stream's key, and that of the data bucket, should a user's bucket have another one.
    public static List<IKey> ofObjects(Optional<IKey> key, IBucket data) {
        var keys = new LinkedHashMap<String, IKey>();
        key.ifPresent(each -> keys.put(each.getKeyArn(), each));
        Optional.ofNullable(data.getEncryptionKey()).ifPresent(each -> keys.putIfAbsent(each.getKeyArn(), each));
        return List.copyOf(keys.values());
    }

    /// Reads and writes objects of buckets that the key encrypts.
    public static PolicyStatement objects(IKey key) {
        return objects(key.getKeyArn());
    }

    public static PolicyStatement objects(String keyArn) {
        return through("s3", List.of("kms:Decrypt", "kms:GenerateDataKey"), keyArn);
    }

    /// Writes objects, each in one request, to buckets that the key encrypts.
    static PolicyStatement writeObjects(IKey key) {
        return through("s3", List.of("kms:GenerateDataKey"), key.getKeyArn());
    }

    /// Reads objects of buckets that the key encrypts.
    public static PolicyStatement readObjects(IKey key) {
        return readObjects(key.getKeyArn());
    }

    public static PolicyStatement readObjects(String keyArn) {
        return through("s3", List.of("kms:Decrypt"), keyArn);
    }

    /// Reads and writes items of a table that the key encrypts (Amazon DynamoDB developer guide, "Encryption at rest:
    /// authorizing use of your customer managed key").
    static PolicyStatement items(IKey key) {
        return through("dynamodb", List.of("kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey",
                "kms:ReEncryptFrom", "kms:ReEncryptTo"), key.getKeyArn());
    }

    /// Reads records of a Kinesis stream that the key encrypts (Amazon Kinesis Data Streams developer guide,
    /// "Permissions to use user-generated KMS keys").
    public static PolicyStatement records(IKey key) {
        return through("kinesis", List.of("kms:Decrypt"), key.getKeyArn());
    }

    /// Sends messages to a queue that the key encrypts (Amazon SQS developer guide, "Key management").
    public static PolicyStatement messages(IKey key) {
        return through("sqs", List.of("kms:Decrypt", "kms:GenerateDataKey"), key.getKeyArn());
    }

    /// Reads a secret that the key encrypts (AWS Secrets Manager user guide, "Secret encryption and decryption").
    public static PolicyStatement secrets(String keyArn) {
        return through("secretsmanager", List.of("kms:Decrypt"), keyArn);
    }

    /// Receives messages of a queue that the key encrypts (the same page).
    public static PolicyStatement receivedMessages(IKey key) {
        return receivedMessages(key.getKeyArn());
    }

    public static PolicyStatement receivedMessages(String keyArn) {
        return through("sqs", List.of("kms:Decrypt"), keyArn);
    }

    /// Reads the stream of a table that the key encrypts (Amazon DynamoDB developer guide, "DynamoDB encryption at
    /// rest: how it works": a table's stream has the table's key).
    public static PolicyStatement changes(String keyArn) {
        return through("dynamodb", List.of("kms:Decrypt"), keyArn);
    }

    /// Starts with environment variables that the key encrypts (AWS Lambda developer guide, "Securing Lambda
    /// environment variables").
    public static PolicyStatement environment(IKey key) {
        return PolicyStatement.Builder.create().actions(List.of("kms:Decrypt")).resources(List.of(key.getKeyArn()))
                .build();
    }

    private static PolicyStatement through(String service, List<String> actions, String keyArn) {
        return PolicyStatement.Builder.create().actions(actions).resources(List.of(keyArn))
                .conditions(Map.of("StringEquals",
                        Map.of("kms:ViaService", service + "." + Aws.REGION + "." + Aws.URL_SUFFIX)))
                .build();
    }
}
