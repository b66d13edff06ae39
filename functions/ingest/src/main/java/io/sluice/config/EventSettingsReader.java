package io.sluice.config;

import io.sluice.event.CallSettings;
import io.sluice.event.CallSettings.Retries;
import io.sluice.event.EventSettings;
import io.sluice.event.PartialAnswer;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads of `Sluice.Source` whose events a stream takes, and checks what it requires of the rest. What is deployed is
/// [DeployedSourceReader]'s.
final class EventSettingsReader {
    private static final Map<String, SourceType> TYPES = SourceType.named().stream()
            .collect(Collectors.toMap(SourceType::configured, source -> source));
    private static final Map<String, RecordForm> FORMS = Map.of("payload", RecordForm.PAYLOAD, "envelope",
            RecordForm.ENVELOPE);
    private static final String GROUP = "GroupMillis";
    private static final int GROUP_MILLIS_MAX = 1_000;
    private static final String RETRIES = "Retries";
    private static final Map<String, Retries> RETRIED = Map.of("once", Retries.ONCE, "again", Retries.AGAIN);
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]+");

    private EventSettingsReader() {}

    /// Reads what the functions are to know of `section`.
    static EventSettings read(Fields section, DeliveryMode deliveryMode) {
        Checks.required(section, "Type");
        SourceType source = section.oneOf("Type", TYPES).orElse(SourceType.FIREHOSE_OR_KINESIS);
        Optional<RecordForm> form = section.oneOf("Record", FORMS);
        Optional<String> name = Checks.text(section, "Name", 1, 128, NAME);
        Optional<Boolean> partial = section.flag("ReportBatchItemFailures");
        if (partial.isPresent() && source.answer() != SourceType.Answer.PARTIAL) {
            section.problems().error(section.place("ReportBatchItemFailures"),
                    "it says what an SQS mapping is told; Type is " + source.configured());
        }
        if (form.isPresent() && source.forms().isEmpty()) {
            section.problems().error(section.place("Record"),
                    "records of Firehose and of Kinesis have no envelope; it is for the other types");
        }
        if (name.isPresent() && source != SourceType.KAFKA) {
            section.problems().error(section.place("Name"), "it names a Kafka cluster; Type is "
                    + source.configured());
        }
        if (source == SourceType.DYNAMODB_STREAMS && form.equals(Optional.of(RecordForm.PAYLOAD))) {
            section.problems().error(section.place("Record"),
                    "a change of an item has no payload of its own: the envelope is the record; leave this out");
        }
        if (source == SourceType.DIRECT && form.equals(Optional.of(RecordForm.ENVELOPE))) {
            section.problems().error(section.place("Record"),
                    "a record of a call has no envelope: its Data is the record; leave this out");
        }
        if (source == SourceType.S3 && form.equals(Optional.of(RecordForm.ENVELOPE))) {
            section.problems().error(section.place("Record"),
                    "a record of an object has no envelope: what is in the object is the record; leave this out");
        }
        if (deliveryMode == DeliveryMode.FIREHOSE && !source.takes(SourceType.FIREHOSE)) {
            section.problems().error(section.place("Type"), "in firehose delivery Firehose invokes the function;"
                    + " set Delivery to buffer");
        }
        return new EventSettings(source, form.orElse(source.usualForm()), name,
                partial.orElse(false) ? PartialAnswer.MESSAGES : PartialAnswer.NEVER, calls(section, source));
    }

    private static CallSettings calls(Fields section, SourceType source) {
        if (source != SourceType.DIRECT) {
            for (String member : List.of(GROUP, RETRIES)) {
                section.refuses(member, "it is for Type direct; Type is " + source.configured());
            }
            return CallSettings.USUAL;
        }
        Optional<Duration> wait = Checks.integer(section, GROUP, 0, GROUP_MILLIS_MAX).map(Duration::ofMillis);
        Optional<Retries> retries = section.oneOf(RETRIES, RETRIED);
        return new CallSettings(wait.orElse(CallSettings.USUAL.joining()),
                retries.orElse(CallSettings.USUAL.retries()));
    }

    /// Checks what the request says besides.
    static void check(Fields request, EventSettings events, Processing processing) {
        if (!events.source().mustBeNamed()) {
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
        if (processing.decompression() && events.source() == SourceType.S3) {
            request.problems().error(place.member("Type"), "what is decompressed is each record, and objects of gzip"
                    + " and zstd are read as they are: take the processors Decompression and"
                    + " CloudWatchLogProcessing out");
        }
        if (processing.decompression()
                && (events.form() == RecordForm.ENVELOPE || events.source() == SourceType.CLOUDWATCH_LOGS)) {
            request.problems().error(place.member("Type"), "what is decompressed is each record, and "
                    + (events.source() == SourceType.CLOUDWATCH_LOGS
                            ? "a log event is not compressed, only what it comes in: take the processors Decompression"
                                    + " and CloudWatchLogProcessing out"
                            : "an envelope is not compressed: take the processor Decompression out, or set Record to"
                                    + " payload"));
        }
    }
}
