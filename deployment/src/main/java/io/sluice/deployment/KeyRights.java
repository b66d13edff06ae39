package io.sluice.deployment;

import java.util.List;
import java.util.Map;

/// The rights of a role on a KMS key: no more than the service that holds the data asks KMS for on the role's behalf,
/// and nothing by calls of its own (AWS Key Management Service developer guide, "kms:ViaService").
public final class KeyRights {
    private static final List<String> DECRYPT = List.of("kms:Decrypt");
    private static final List<String> WRITE = List.of("kms:GenerateDataKey");
    private static final List<String> BOTH = List.of("kms:Decrypt", "kms:GenerateDataKey");

    private KeyRights() {}

    /// Reads and writes objects of buckets that the key encrypts.
    public static Right objects(String keyArn) {
        return through("s3", BOTH, keyArn);
    }

    /// Writes objects, each in one request, to buckets that the key encrypts.
    public static Right writeObjects(String keyArn) {
        return through("s3", WRITE, keyArn);
    }

    /// Reads objects of buckets that the key encrypts.
    public static Right readObjects(String keyArn) {
        return through("s3", DECRYPT, keyArn);
    }

    /// Reads and writes items of a table that the key encrypts (Amazon DynamoDB developer guide, "Encryption at rest:
    /// authorizing use of your customer managed key").
    public static Right items(String keyArn) {
        return through("dynamodb", List.of("kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey",
                "kms:ReEncryptFrom", "kms:ReEncryptTo"), keyArn);
    }

    /// Reads records of a Kinesis stream that the key encrypts (Amazon Kinesis Data Streams developer guide,
    /// "Permissions to use user-generated KMS keys").
    public static Right records(String keyArn) {
        return through("kinesis", DECRYPT, keyArn);
    }

    /// Sends messages to a queue that the key encrypts (Amazon SQS developer guide, "Key management").
    public static Right messages(String keyArn) {
        return through("sqs", BOTH, keyArn);
    }

    /// Receives messages of a queue that the key encrypts (the same page).
    public static Right receivedMessages(String keyArn) {
        return through("sqs", DECRYPT, keyArn);
    }

    /// Reads a secret that the key encrypts (AWS Secrets Manager user guide, "Secret encryption and decryption").
    public static Right secrets(String keyArn) {
        return through("secretsmanager", DECRYPT, keyArn);
    }

    /// Reads the stream of a table that the key encrypts (Amazon DynamoDB developer guide, "DynamoDB encryption at
    /// rest: how it works": a table's stream has the table's key).
    public static Right changes(String keyArn) {
        return through("dynamodb", DECRYPT, keyArn);
    }

    /// Starts with environment variables that the key encrypts (AWS Lambda developer guide, "Securing Lambda
    /// environment variables").
    public static Right environment(String keyArn) {
        return Right.of(DECRYPT, keyArn);
    }

    private static Right through(String service, List<String> actions, String keyArn) {
        return new Right(actions, List.of(keyArn), Map.of("StringEquals", Map.of("kms:ViaService",
                service + "." + DeployedName.REGION + "." + DeployedName.URL_SUFFIX)));
    }
}
