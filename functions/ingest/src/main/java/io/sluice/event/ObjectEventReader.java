package io.sluice.event;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads what a function is invoked with when objects are put into a bucket: a notification of S3's or an event of
/// EventBridge's by itself, or either of them in messages of an SQS queue. Reads one event.
///
/// Source: Amazon S3 User Guide, "Event message structure" and "EventBridge event message structure"; AWS Lambda
/// Developer Guide, "Process Amazon S3 event notifications with Lambda".
final class ObjectEventReader {
    private static final String SUBJECT = "The event";
    private static final String S3 = "aws:s3";
    private static final String CREATED = "ObjectCreated:";

    private final List<UploadEvent> notices = new ArrayList<>();
    private final ObjectFields bridged = new ObjectFields(ObjectFields.Keys.PLAIN);
    private boolean hasRecords;
    private boolean hasDetail;
    private String test = "";
    private String source = "";
    private String kind = "";

    private ObjectEventReader() {}

    /// @return its messages in their order; of an event that came without a queue the one that it is
    /// @throws EventFormatException when it is no such event; a message of a queue says so itself
    static List<ObjectMessage> read(byte[] event) {
        return EventShape.describe(event).filter(SourceType.SQS.described()::equals).isPresent()
                ? messages(event)
                : List.of(new ObjectMessage.Read("", notices(event)));
    }

    private static List<ObjectMessage> messages(byte[] event) {
        List<SqsMessage> messages = new ArrayList<>();
        EventJson.read(event, SUBJECT, json -> json.fields(name -> {
            if (name.equals("Records")) {
                json.elements(() -> messages.add(SqsMessage.read(json, "/Records/" + messages.size())));
            } else {
                json.skip();
            }
        }));
        return messages.stream().map(ObjectEventReader::message).toList();
    }

    private static ObjectMessage message(SqsMessage message) {
        try {
            return new ObjectMessage.Read(message.id(), notices(message.body()));
        } catch (EventFormatException e) {
            return new ObjectMessage.Refused(message.id(), new EventFormatException("The message " + message.id()
                    + " is no notification of S3: " + e.getMessage(), e));
        }
    }

    private static List<UploadEvent> notices(byte[] text) {
        ObjectEventReader reader = new ObjectEventReader();
        EventJson.read(text, SUBJECT, json -> json.fields(name -> reader.field(json, name)));
        return reader.toNotices();
    }

    private void field(EventJson json, String name) throws IOException {
        switch (name) {
            case "Records" -> {
                hasRecords = true;
                int[] number = {0};
                json.elements(() -> record(json, "/Records/" + number[0]++));
            }
            case "Event" -> test = json.text();
            case "source" -> source = json.text();
            case "detail-type" -> kind = json.text();
            case "time" -> bridged.time(json);
            case "detail" -> {
                hasDetail = true;
                bridged.object(json);
            }
            default -> json.skip();
        }
    }

    private void record(EventJson json, String path) throws IOException {
        ObjectFields fields = new ObjectFields(ObjectFields.Keys.ENCODED);
        String[] said = {"", ""};
        json.fields(name -> {
            switch (name) {
                case "eventSource" -> said[0] = json.text();
                case "eventName" -> said[1] = json.text();
                case "eventTime" -> fields.time(json);
                case "s3" -> fields.object(json);
                default -> json.skip();
            }
        });
        if (said[0].isEmpty()) {
            throw json.missing(path + "/eventSource");
        }
        if (!said[0].equals(S3)) {
            throw new EventFormatException(SUBJECT + "'s " + path + "/eventSource is not " + S3);
        }
        if (said[1].isEmpty()) {
            throw json.missing(path + "/eventName");
        }
        // S3's documentation has the name with and without "s3:" before it.
        if (said[1].startsWith(CREATED) || said[1].startsWith("s3:" + CREATED)) {
            notices.add(fields.toNotice(SUBJECT, path + "/s3", path + "/eventTime"));
        }
    }

    private List<UploadEvent> toNotices() {
        if (hasRecords || test.equals("s3:TestEvent")) {
            return notices;
        }
        if (!hasDetail) {
            throw new EventFormatException(SUBJECT + " has no /Records, and no /detail as an event of EventBridge has");
        }
        if (!source.equals("aws.s3")) {
            throw new EventFormatException(SUBJECT + "'s /source is not aws.s3");
        }
        if (kind.isEmpty()) {
            throw new EventFormatException(SUBJECT + " has no /detail-type");
        }
        return kind.equals("Object Created")
                ? List.of(bridged.toNotice(SUBJECT, "/detail", "/time"))
                : List.of();
    }
}
