package io.sluice.event;

import io.sluice.firehose.EventFormatException;
import java.util.List;

/// The news of objects in an event: in one message of a queue or by itself.
public sealed interface ObjectMessage {
    /// The queue's id of the message; empty where there is no queue.
    String id();

    /// @param notices none where S3 only tries whether somebody is there, or where nothing was put into a bucket
    record Read(String id, List<UploadEvent> notices) implements ObjectMessage {
        public Read {
            notices = List.copyOf(notices);
        }
    }

    /// It is no notification of S3's. The others of its event are not touched by that.
    record Refused(String id, EventFormatException why) implements ObjectMessage {}
}
