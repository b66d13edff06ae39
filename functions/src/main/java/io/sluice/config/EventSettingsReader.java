package io.sluice.config;

import io.sluice.event.EventSettings;
import io.sluice.event.EventSource;
import io.sluice.event.PartialAnswer;
import io.sluice.event.RecordForm;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads `Sluice.Source`, and checks what it requires of the rest.
final class EventSettingsReader {
    private static final Map<String, EventSource> TYPES = EventSource.named().stream()
            .collect(Collectors.toMap(EventSource::configured, source -> source));
    private static final Map<String, RecordForm> FORMS = Map.of("payload", RecordForm.PAYLOAD, "envelope",
            RecordForm.ENVELOPE);
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]+");
    /// Those that Firehose does not stand before.
    private static final Set<EventSource> OWN = Set.of(EventSource.KAFKA, EventSource.CLOUDWATCH_LOGS,
            EventSource.SQS, EventSource.SNS, EventSource.DYNAMODB_STREAMS, EventSource.S3);
    private static final Set<EventSource> QUEUES = Set.of(EventSource.SQS, EventSource.SNS, EventSource.S3);

    private EventSettingsReader() {}

    static EventSettings read(Fields sluice, Attachment attachment) {
        return sluice.object("Source").map(source -> read(source, sluice, attachment)).orElse(EventSettings.USUAL);
    }

    private static EventSettings read(Fields section, Fields sluice, Attachment attachment) {
        Checks.required(section, "Type");
        EventSource source = section.oneOf("Type", TYPES).orElse(EventSource.FIREHOSE_OR_KINESIS);
        Optional<RecordForm> form = section.oneOf("Record", FORMS);
        Optional<String> name = Checks.text(section, "Name", 1, 128, NAME);
        Optional<Boolean> partial = section.flag("ReportBatchItemFailures");
        section.rejectOthers();
        if (partial.isPresent() && !QUEUES.contains(source)) {
            sluice.problems().error(section.place("ReportBatchItemFailures"),
                    "it says what an SQS mapping is told; Type is " + source.configured());
        }
        if (form.isPresent() && !OWN.contains(source)) {
            sluice.problems().error(section.place("Record"),
                    "records of Firehose and of Kinesis have no envelope; it is for the other types");
        }
        if (name.isPresent() && source != EventSource.KAFKA) {
            sluice.problems().error(section.place("Name"), "it names a Kafka cluster; Type is "
                    + source.configured());
        }
        if (source == EventSource.DYNAMODB_STREAMS && form.equals(Optional.of(RecordForm.PAYLOAD))) {
            sluice.problems().error(section.place("Record"),
                    "a change of an item has no payload of its own: the envelope is the record; leave this out");
        }
        if (source == EventSource.S3 && form.equals(Optional.of(RecordForm.ENVELOPE))) {
            sluice.problems().error(section.place("Record"),
                    "a record of an object has no envelope: what is in the object is the record; leave this out");
        }
        if (attachment == Attachment.FIREHOSE && source != EventSource.FIREHOSE
                && source != EventSource.FIREHOSE_OR_KINESIS) {
            sluice.problems().error(section.place("Type"), "in firehose delivery Firehose invokes the function;"
                    + " set Delivery to buffer");
        }
        return new EventSettings(source, form.orElse(usual(source)), name,
                partial.orElse(false) ? PartialAnswer.MESSAGES : PartialAnswer.NEVER);
    }

    /// A log event's keys are seldom in its message, and a change is nothing but an envelope.
    private static RecordForm usual(EventSource source) {
        return source == EventSource.CLOUDWATCH_LOGS || source == EventSource.DYNAMODB_STREAMS
                ? RecordForm.ENVELOPE
                : RecordForm.PAYLOAD;
    }

    /// What the request says besides.
    static void check(Fields request, EventSettings events, Processing processing) {
        if (!OWN.contains(events.source())) {
            return;
        }
        JsonValue.Place place = request.place("Sluice").member("Source");
        request.text("DeliveryStreamType").filter(type -> !type.equals("DirectPut"))
                .ifPresent(type -> request.problems().error(request.place("DeliveryStreamType"), "of " + type
                        + " Firehose reads the source itself; Sluice.Source.Type is " + events.source().configured()
                        + ", which has no Firehose before it: leave this out"));
        if (events.form() == RecordForm.ENVELOPE && processing.deaggregation().isPresent()) {
            request.problems().error(place.member("Record"), "an envelope carries one record: take the processor"
                    + " RecordDeAggregation out, or set Record to payload");
        }
        if (processing.decompression() && events.source() == EventSource.S3) {
            request.problems().error(place.member("Type"), "what is decompressed is each record, and objects of gzip"
                    + " and zstd are read as they are: take the processors Decompression and"
                    + " CloudWatchLogProcessing out");
        }
        if (processing.decompression()
                && (events.form() == RecordForm.ENVELOPE || events.source() == EventSource.CLOUDWATCH_LOGS)) {
            request.problems().error(place.member("Type"), "what is decompressed is each record, and "
                    + (events.source() == EventSource.CLOUDWATCH_LOGS
                            ? "a log event is not compressed, only what it comes in: take the processors Decompression"
                                    + " and CloudWatchLogProcessing out"
                            : "an envelope is not compressed: take the processor Decompression out, or set Record to"
                                    + " payload"));
        }
    }
}
