package io.sluice.firehose;

import io.sluice.index.Receipts;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// The type of a source that invokes a stream's transform function (`Sluice.Source.Type`), with all that other code
/// asks of it. What reads its events is in the package `event`, what is deployed for it in the module `infra`.
public enum SourceType {
    /// The configuration names none: whichever of the two it is, their events tell.
    FIREHOSE_OR_KINESIS("", "Firehose or of a Kinesis event source", KnownBy.BATCH, Answer.RECORDS),
    /// A Firehose stream, whatever its own source is.
    FIREHOSE("firehose", "Firehose", KnownBy.BATCH, Answer.RECORDS),
    /// An event source mapping on a Kinesis stream.
    KINESIS("kinesis", "a Kinesis event source", KnownBy.POSITION, Answer.WHOLE),
    /// An event source mapping on a topic of Amazon MSK or of a Kafka cluster of one's own.
    KAFKA("kafka", "a Kafka event source", KnownBy.POSITION, Answer.WHOLE, RecordForm.PAYLOAD, RecordForm.ENVELOPE),
    /// A subscription of CloudWatch Logs; a log event's keys are seldom in its message.
    CLOUDWATCH_LOGS("cloudwatch-logs", "a CloudWatch Logs subscription", KnownBy.BATCH, Answer.NONE,
            RecordForm.ENVELOPE, RecordForm.PAYLOAD),
    /// An event source mapping on an SQS queue.
    SQS("sqs", "an SQS event source", KnownBy.RECORD, Answer.PARTIAL, RecordForm.PAYLOAD, RecordForm.ENVELOPE),
    /// The same, on a queue that is subscribed to topics of Amazon SNS: messages are what was published.
    SNS("sns", "an SQS event source with SNS notifications", KnownBy.RECORD, Answer.PARTIAL, RecordForm.PAYLOAD,
            RecordForm.ENVELOPE),
    /// An event source mapping on a DynamoDB stream; a change is nothing but an envelope.
    DYNAMODB_STREAMS("dynamodb-streams", "a DynamoDB stream", KnownBy.RECORD, Answer.WHOLE, RecordForm.ENVELOPE),
    /// Notifications of S3, by themselves, through EventBridge, or in an SQS queue: what is in the objects are the
    /// records.
    S3("s3", "S3 notifications", KnownBy.OBJECT, Answer.PARTIAL, RecordForm.PAYLOAD),
    /// Calls of Firehose's API that come without Firehose, to replicas of `sluice serve --stateless`.
    DIRECT("direct", "calls of PutRecord and PutRecordBatch", KnownBy.CALL, Answer.RECORDS, RecordForm.PAYLOAD);

    /// The identity by which records are recognised when they come again.
    public enum KnownBy {
        /// A batch comes again as it was.
        BATCH,
        /// Each record has a number in its shard or topic-partition, and comes again in any batch.
        POSITION,
        /// Each record has a name, and comes again in any batch.
        RECORD,
        /// All records of a part of an object have one name; an event only names the objects that they are in.
        OBJECT,
        /// All records of a call have one name, and come again together, among any others.
        CALL
    }

    /// The answer that the source expects of an invocation.
    public enum Answer {
        /// One for each record, as Firehose has it.
        RECORDS,
        /// That no record failed; a batch that did is an invocation that failed.
        WHOLE,
        /// The same, or the messages that failed.
        PARTIAL,
        /// None: nobody reads it.
        NONE
    }

    private final String configured;
    private final String described;
    private final KnownBy knownBy;
    private final Answer answer;
    @SuppressWarnings("ImmutableEnumChecker") // of List.of
    private final List<RecordForm> forms;

    SourceType(String configured, String described, KnownBy knownBy, Answer answer, RecordForm... forms) {
        this.configured = configured;
        this.described = described;
        this.knownBy = knownBy;
        this.answer = answer;
        this.forms = List.of(forms);
    }

    /// Those that a configuration can name.
    public static List<SourceType> named() {
        return Arrays.stream(values()).filter(type -> !type.configured.isEmpty()).toList();
    }

    /// The text in a configuration; empty where it names none.
    public String configured() {
        return configured;
    }

    /// As in "an event of …".
    public String described() {
        return described;
    }

    public KnownBy knownBy() {
        return knownBy;
    }

    public Answer answer() {
        return answer;
    }

    /// The forms in which its records can be taken, the usual one first; none where a record is what Firehose or
    /// Kinesis says.
    public List<RecordForm> forms() {
        return forms;
    }

    /// The form in which they are taken where the configuration says nothing.
    public RecordForm usualForm() {
        return forms.isEmpty() ? RecordForm.PAYLOAD : forms.getFirst();
    }

    /// Tests whether it reaches the function without Firehose and without being Kinesis, so that the configuration must
    /// name it.
    public boolean mustBeNamed() {
        return !forms.isEmpty();
    }

    /// Tests whether records come again in other batches than before.
    public boolean comesInOtherBatches() {
        return knownBy != KnownBy.BATCH;
    }

    /// Tests whether its batches can be spread over several buffers: a batch that comes again as it was is for the same
    /// one, and a call is known by its receipt from any. A Kinesis event source, too, may be [#FIREHOSE_OR_KINESIS]:
    /// its batches have one.
    public boolean takesLanes() {
        return switch (knownBy) {
            case BATCH, CALL -> true;
            case POSITION, RECORD, OBJECT -> false;
        };
    }

    /// Tests whether records have receipts, which are made again of their segments when the table is lost.
    public boolean hasReceipts() {
        return switch (knownBy) {
            case RECORD, OBJECT, CALL -> true;
            case BATCH, POSITION -> false;
        };
    }

    /// The time for which the source may hand a record over again, and its receipt is kept.
    ///
    /// @throws IllegalStateException when its records have none
    public Duration receiptsKeptFor() {
        return switch (knownBy) {
            case RECORD -> Receipts.KEPT_FOR;
            case OBJECT -> Receipts.OBJECTS_KEPT_FOR;
            case CALL -> Receipts.CALLS_KEPT_FOR;
            case BATCH, POSITION -> throw new IllegalStateException("records of " + described + " have no receipts");
        };
    }

    /// Tests whether records are read line by line out of objects, and so are written line by line.
    public boolean readsObjects() {
        return knownBy == KnownBy.OBJECT;
    }

    /// Tests whether a record may be an aggregate of the Kinesis Producer Library. Firehose takes these apart before it
    /// invokes a function; an event source mapping hands them over whole.
    public boolean handsOverAggregates() {
        return this == KINESIS;
    }

    /// Tests whether a stream of this type takes events of `other`.
    public boolean takes(SourceType other) {
        return this == other || (this == FIREHOSE_OR_KINESIS && !other.mustBeNamed());
    }
}
