package io.sluice.event;

import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.EventReader;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.List;

/// Reads the events of a stream's source, and refuses those of another one by name. Without state, for any thread.
public final class SourceEvents {
    private final EventSettings settings;
    private final InstantSource clock;

    /// @param clock tells when a Kafka record arrives that does not say, or says that it comes from the future
    public SourceEvents(EventSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /// Tests whether an event only names the objects that records are in: [#readObjects] is for these, [#read] for
    /// others.
    public boolean areObjects() {
        return settings.source().readsObjects();
    }

    /// Reads one event to its end, where [#areObjects]. The stream is not closed.
    ///
    /// @throws EventFormatException when the event is not one of S3's; of a message of a queue, the message says so
    /// @throws IOException          what reading `in` throws
    public List<ObjectMessage> readObjects(InputStream in) throws IOException {
        byte[] event = EventReader.bytes(in);
        try {
            return ObjectEventReader.read(event);
        } catch (EventFormatException e) {
            throw EventShape.describe(event).filter(this::isAnother).map(found -> refused(found, e)).orElse(e);
        }
    }

    /// Reads one event to its end. The stream is not closed.
    ///
    /// @throws EventFormatException when the event is not one of the stream's source
    /// @throws IOException          what reading `in` throws
    public SourceBatch read(InputStream in) throws IOException {
        byte[] event = EventReader.bytes(in);
        try {
            SourceBatch batch = batch(event);
            if (settings.source().takes(batch.type())) {
                return batch;
            }
            throw new EventFormatException("The event is of another source");
        } catch (EventFormatException e) {
            throw EventShape.describe(event).filter(this::isAnother).map(found -> refused(found, e)).orElse(e);
        }
    }

    private boolean isAnother(String found) {
        return !settings.source().described().contains(found);
    }

    private EventFormatException refused(String found, EventFormatException cause) {
        String remedy = SourceType.named().stream().filter(source -> source.described().equals(found))
                .map(source -> "; for these set Sluice.Source.Type to " + source.configured()).findFirst()
                .orElse(", none of which Sluice reads");
        return new EventFormatException("The event is of " + found + ", and the stream takes those of "
                + settings.source().described() + remedy, cause);
    }

    private SourceBatch batch(byte[] event) {
        return switch (settings.source()) {
            case FIREHOSE_OR_KINESIS, FIREHOSE, KINESIS -> EventReader.read(event);
            case KAFKA -> KafkaEventReader.read(event, settings, clock.instant());
            case CLOUDWATCH_LOGS -> LogsEventReader.read(event, settings.form());
            case SQS, SNS -> SqsEventReader.read(event, settings);
            case DYNAMODB_STREAMS -> ChangesEventReader.read(event);
            case DIRECT -> throw new EventFormatException("Calls of Firehose's API come to replicas of"
                    + " sluice serve --stateless, and to no function");
            case S3 -> throw new EventFormatException("The event's records are in objects: it is read as messages");
        };
    }
}
