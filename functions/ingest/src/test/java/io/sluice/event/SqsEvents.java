package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import java.util.Optional;

/// Events of SQS queues.
final class SqsEvents {
    static final String QUEUE = "arn:aws:sqs:us-east-2:123456789012:my-queue";

    /// The event of the AWS Lambda Developer Guide, "Example standard queue message event".
    static final String EVENT = """
            {"Records": [
              {"messageId": "059f36b4-87a3-44ab-83d2-661975830a7d",
               "receiptHandle": "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a...",
               "body": "Test message.",
               "attributes": {"ApproximateReceiveCount": "1", "SentTimestamp": "1545082649183",
                 "SenderId": "AIDAIENQZJOLO23YVJ4VO", "ApproximateFirstReceiveTimestamp": "1545082649185"},
               "messageAttributes": {"myAttribute": {"stringValue": "myValue", "stringListValues": [],
                 "binaryListValues": [], "dataType": "String"}},
               "md5OfBody": "e4e68fb7bd0e697a0ae8f1bb342846b3", "eventSource": "aws:sqs",
               "eventSourceARN": "arn:aws:sqs:us-east-2:123456789012:my-queue", "awsRegion": "us-east-2"},
              {"messageId": "2e1424d4-f796-459a-8184-9c92662be6da",
               "receiptHandle": "AQEBzWwaftRI0KuVm4tP+/7q1rGgNqicHq...",
               "body": "Test message.",
               "attributes": {"ApproximateReceiveCount": "1", "SentTimestamp": "1545082650636",
                 "SenderId": "AIDAIENQZJOLO23YVJ4VO", "ApproximateFirstReceiveTimestamp": "1545082650649",
                 "MessageGroupId": "g"},
               "messageAttributes": {}, "md5OfBody": "e4e68fb7bd0e697a0ae8f1bb342846b3", "eventSource": "aws:sqs",
               "eventSourceARN": "arn:aws:sqs:us-east-2:123456789012:my-queue", "awsRegion": "us-east-2"}]}""";

    /// A notification as the Amazon SNS Developer Guide has it.
    static final String NOTIFICATION = """
            {"Type": "Notification", "MessageId": "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
             "TopicArn": "arn:aws:sns:us-west-2:123456789012:MyTopic", "Subject": "My First Message",
             "Message": "{\\"k\\": 1}", "Timestamp": "2012-05-02T00:54:06.655Z", "SignatureVersion": "1",
             "Signature": "EXAMPLEw6JRN...", "SigningCertURL": "https://x/y.pem", "UnsubscribeURL": "https://x/",
             "MessageAttributes": {"tenant": {"Type": "String", "Value": "acme"}}}""";

    private SqsEvents() {}

    static SourceBatch read(SourceType source, RecordForm form, String event) {
        return KafkaEvents.read(event.getBytes(UTF_8), new EventSettings(source, form, Optional.empty()));
    }

    /// An event of one message.
    static String of(String messageId, String body) {
        return """
                {"Records": [{"messageId": "%s", "eventSource": "aws:sqs", "eventSourceARN": "%s",
                 "attributes": {"SentTimestamp": "5"}, "body": "%s"}]}""".formatted(messageId, QUEUE,
                body.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
    }
}
