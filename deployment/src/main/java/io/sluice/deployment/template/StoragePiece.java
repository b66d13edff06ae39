package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.StorageLock;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.StreamSource;
import java.util.List;
import java.util.Optional;

/// What holds a stream's data: buckets, the buffer's table, a Kinesis stream. All of it stays when its stack goes.
final class StoragePiece {
    private static final String RETAIN = "Retain";
    private static final int SOURCE_HOURS = 7 * 24;
    private static final int ABANDONED_AFTER_DAYS = 7;

    private final Stack stack;
    private final Optional<String> key;

    private StoragePiece(Stack stack, Optional<String> key) {
        this.stack = stack;
        this.key = key;
    }

    /// Adds it.
    ///
    /// @param given name of the data bucket; empty: a new one
    /// @param key   ARN of the KMS key that encrypts buckets and table; empty: AWS's own do
    static void add(Stack stack, StreamDefinition definition, StreamSource source, Optional<String> given,
            Optional<String> key) {
        var piece = new StoragePiece(stack, key);
        piece.data(given);
        if (definition.isBuffered()) {
            piece.buffer(definition.stream());
        }
        if (source.kind().isKinesis()) {
            piece.kinesis(source.given());
        }
    }

    private void data(Optional<String> given) {
        given.ifPresentOrElse(name -> {
            stack.name(DeployedName.DATA_BUCKET, name);
            stack.name(DeployedName.DATA_BUCKET_ARN, "arn:${AWS::Partition}:s3:::" + name);
        }, () -> {
            bucket("DataBucket");
            stack.name(DeployedName.DATA_BUCKET, "${DataBucket}");
            stack.name(DeployedName.DATA_BUCKET_ARN, "${DataBucket.Arn}");
        });
        stack.output("DataBucketName", "Bucket that the stream's objects are written to",
                stack.text(DeployedName.DATA_BUCKET));
    }

    private void buffer(String stream) {
        bucket("StagingBucket");
        stack.name(DeployedName.STAGING_BUCKET, "${StagingBucket}");
        stack.name(DeployedName.STAGING_BUCKET_ARN, "${StagingBucket.Arn}");
        index();
        stack.name(DeployedName.INDEX_TABLE, "${IndexTable}");
        stack.name(DeployedName.INDEX_TABLE_ARN, "${IndexTable.Arn}");
        stack.output("StagingBucketName", "Bucket of staged batches and the flusher's manifests",
                stack.text(DeployedName.STAGING_BUCKET)).putObject("Export").put("Name", StorageLock.of(stream));
        stack.output("IndexTableName", "Table of staged batches and the flusher's state",
                stack.text(DeployedName.INDEX_TABLE));
    }

    /// A bucket for records: private, TLS only, encrypted.
    private void bucket(String id) {
        ObjectNode bucket = stack.resource(id, "AWS::S3::Bucket");
        ObjectNode rule = bucket.putObject("BucketEncryption").putArray("ServerSideEncryptionConfiguration")
                .addObject();
        key.ifPresent(_ -> rule.put("BucketKeyEnabled", true));
        ObjectNode encryption = rule.putObject("ServerSideEncryptionByDefault").put("SSEAlgorithm",
                key.isPresent() ? "aws:kms" : "AES256");
        key.ifPresent(arn -> encryption.put("KMSMasterKeyID", arn));
        bucket.putObject("LifecycleConfiguration").putArray("Rules").addObject().put("Id", "abandoned-uploads")
                .put("Status", "Enabled").putObject("AbortIncompleteMultipartUpload")
                .put("DaysAfterInitiation", ABANDONED_AFTER_DAYS);
        bucket.putObject("PublicAccessBlockConfiguration").put("BlockPublicAcls", true).put("BlockPublicPolicy", true)
                .put("IgnorePublicAcls", true).put("RestrictPublicBuckets", true);
        stack.keep(id, RETAIN, RETAIN);
        ObjectNode policy = stack.resource(id + "Policy", "AWS::S3::BucketPolicy");
        policy.set("Bucket", Stack.ref(id));
        ArrayNode statements = JsonNodeFactory.instance.arrayNode();
        statements.add(denied(id)).path("Condition");
        ((ObjectNode) statements.get(0)).putObject("Condition").putObject("Bool").put("aws:SecureTransport", "false");
        statements.add(denied(id));
        ((ObjectNode) statements.get(1)).putObject("Condition").putObject("NumericLessThan").put("s3:TlsVersion", 1.2);
        policy.set("PolicyDocument", Stack.document(statements));
        // The bucket stays when its stack goes, and so does what forbids plain HTTP.
        stack.keep(id + "Policy", RETAIN, RETAIN);
    }

    private static ObjectNode denied(String bucket) {
        ObjectNode statement = JsonNodeFactory.instance.objectNode().put("Effect", "Deny").put("Action", "s3:*");
        statement.putObject("Principal").put("AWS", "*");
        statement.putArray("Resource").add(Stack.attribute(bucket, "Arn"))
                .add(Stack.call("Fn::Sub", TextNode.valueOf("${" + bucket + ".Arn}/*")));
        return statement;
    }

    private void index() {
        ObjectNode table = stack.resource("IndexTable", "AWS::DynamoDB::Table");
        ArrayNode attributes = table.putArray("AttributeDefinitions");
        ArrayNode keys = table.putArray("KeySchema");
        for (var each : List.of("pk", "sk")) {
            attributes.addObject().put("AttributeName", each).put("AttributeType", "S");
            keys.addObject().put("AttributeName", each).put("KeyType", each.equals("pk") ? "HASH" : "RANGE");
        }
        table.put("BillingMode", "PAY_PER_REQUEST").put("DeletionProtectionEnabled", true);
        ObjectNode encryption = table.putObject("SSESpecification").put("SSEEnabled", key.isPresent());
        key.ifPresent(arn -> encryption.put("SSEType", "KMS").put("KMSMasterKeyId", arn));
        // As the functions call it (`DynamoDbIndex`); receipts alone have it.
        table.putObject("TimeToLiveSpecification").put("AttributeName", "ttl").put("Enabled", true);
        stack.keep("IndexTable", RETAIN, RETAIN);
    }

    private void kinesis(Optional<String> given) {
        given.ifPresentOrElse(arn -> {
            stack.name(DeployedName.SOURCE_STREAM_ARN, arn);
            stack.name(DeployedName.SOURCE_STREAM, arn.substring(arn.indexOf('/') + 1));
        }, () -> {
            ObjectNode stream = stack.resource("Source", "AWS::Kinesis::Stream").put("RetentionPeriodHours",
                    SOURCE_HOURS);
            stream.putObject("StreamModeDetails").put("StreamMode", "ON_DEMAND");
            stream.putObject("StreamEncryption").put("EncryptionType", "KMS").put("KeyId", "alias/aws/kinesis");
            stack.keep("Source", RETAIN, RETAIN);
            stack.name(DeployedName.SOURCE_STREAM_ARN, "${Source.Arn}");
            stack.name(DeployedName.SOURCE_STREAM, "${Source}");
        });
        stack.output("SourceStreamName", "Kinesis stream that records come from",
                stack.text(DeployedName.SOURCE_STREAM));
    }
}
