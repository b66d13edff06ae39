package io.sluice.deployment;

import java.util.List;

/// The rights that it takes to read a source: of the role that reads it.
public final class SourceRights {
    private static final String STREAM = "/stream/";

    private SourceRights() {}

    /// Of Lambda's poller under the function's role, on a Kinesis stream.
    public static List<Right> kinesisEvents(String arn) {
        return List.of(Right.of(List.of("kinesis:DescribeStream", "kinesis:DescribeStreamSummary",
                "kinesis:GetRecords", "kinesis:GetShardIterator", "kinesis:ListShards"), arn));
    }

    /// Of Firehose, on a Kinesis stream.
    public static List<Right> kinesisThroughFirehose(String arn) {
        return List.of(Right.of(List.of("kinesis:DescribeStream", "kinesis:GetRecords", "kinesis:GetShardIterator",
                "kinesis:ListShards"), arn));
    }

    /// Of Lambda's poller under the function's role, on a queue.
    public static List<Right> queue(String arn) {
        return List.of(Right.of(List.of("sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"), arn));
    }

    /// Of Lambda's poller under the function's role, on the stream of a table. A stream that was turned off and on
    /// again is another one, of the same table.
    ///
    /// @param arn a literal
    public static List<Right> changes(String arn) {
        return changes(arn, arn.substring(0, arn.indexOf(STREAM)) + STREAM + "*");
    }

    /// @param arn     of the stream
    /// @param streams all streams of its table
    public static List<Right> changes(String arn, String streams) {
        return List.of(
                Right.of(List.of("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"), arn),
                Right.of(List.of("dynamodb:ListStreams"), streams));
    }

    /// Of the function, on objects that others put into a bucket. Without the right to list, S3 says of an object that
    /// is gone that it is denied.
    public static List<Right> uploads(String bucket, String prefix) {
        var arn = "arn:" + DeployedName.PARTITION + ":s3:::" + bucket;
        return List.of(Right.of(List.of("s3:GetObject", "s3:GetObjectVersion"), arn + "/" + prefix + "*"),
                Right.of(List.of("s3:ListBucket"), arn));
    }

    /// Of whoever invokes the transform function: Firehose's role.
    public static Right invoke() {
        return Right.of(List.of("lambda:GetFunctionConfiguration", "lambda:InvokeFunction"),
                DeployedName.TRANSFORM_ARN);
    }

    /// Of whoever reads a secret.
    ///
    /// @param arn the whole ARN
    public static Right secret(String arn) {
        return Right.of(List.of("secretsmanager:GetSecretValue"), arn);
    }

    /// Of a function, to hand over what was given up of it to a queue; Lambda sends under its role.
    public static Right report(DeployedName queueArn) {
        return Right.of(List.of("sqs:GetQueueAttributes", "sqs:GetQueueUrl", "sqs:SendMessage"), queueArn);
    }
}
