package io.sluice.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import java.util.Optional;

/// Events of DynamoDB streams.
final class ChangesEvents {
    static final String STREAM = "arn:aws:dynamodb:us-west-2:123456789012:table/T/stream/2015-05-11T21:21:33.291";

    /// As the event of the AWS Lambda Developer Guide, "Example DynamoDB Streams record event", with a deletion by the
    /// table's time to live.
    static final String EVENT = """
            {"Records": [
              {"eventID": "1", "eventVersion": "1.0", "dynamodb": {"ApproximateCreationDateTime": 1479499740,
                "Keys": {"Id": {"N": "101"}}, "NewImage": {"Message": {"S": "New item!"}, "Id": {"N": "101"}},
                "StreamViewType": "NEW_AND_OLD_IMAGES", "SequenceNumber": "111", "SizeBytes": 26},
               "awsRegion": "us-west-2", "eventName": "INSERT", "eventSourceARN": "%1$s",
               "eventSource": "aws:dynamodb"},
              {"eventID": "2", "eventVersion": "1.0", "dynamodb": {"ApproximateCreationDateTime": 1.4794997405E9,
                "OldImage": {"Message": {"S": "New item!"}, "Id": {"N": "101"}}, "SequenceNumber": "222",
                "Keys": {"Id": {"N": "101"}}, "SizeBytes": 59, "StreamViewType": "NEW_AND_OLD_IMAGES"},
               "awsRegion": "us-west-2", "eventName": "REMOVE", "eventSourceARN": "%1$s",
               "eventSource": "aws:dynamodb", "userIdentity": {"type": "Service",
                 "principalId": "dynamodb.amazonaws.com"}}]}""".formatted(STREAM);

    private ChangesEvents() {}

    static SourceBatch read(String event) {
        return KafkaEvents.read(event.getBytes(UTF_8), new EventSettings(SourceType.DYNAMODB_STREAMS,
                RecordForm.ENVELOPE, Optional.empty()));
    }

    /// An event of one insertion.
    static String of(String newImage) {
        return """
                {"Records": [{"eventID": "e", "dynamodb": {"ApproximateCreationDateTime": 5, "Keys": {},
                 "NewImage": %s, "SequenceNumber": "1"}, "eventName": "INSERT", "eventSourceARN": "%s",
                 "eventSource": "aws:dynamodb"}]}""".formatted(newImage, STREAM);
    }
}
