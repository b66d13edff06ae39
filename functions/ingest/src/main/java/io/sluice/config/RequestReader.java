package io.sluice.config;

import io.sluice.codec.Compression;
import io.sluice.layout.CustomTimeZone;
import io.sluice.layout.Layout;
import io.sluice.layout.OutputPrefixes;
import io.sluice.layout.PrefixException;
import io.sluice.layout.PrefixSample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the whole request of `create-delivery-stream` and its `Sluice` section.
final class RequestReader {
    private static final Pattern STREAM_NAME = Pattern.compile("[a-zA-Z0-9_.-]+");
    private static final String DESTINATION = "ExtendedS3DestinationConfiguration";
    private static final List<String> OTHER_DESTINATIONS = List.of("S3DestinationConfiguration",
            "RedshiftDestinationConfiguration", "ElasticsearchDestinationConfiguration",
            "AmazonopensearchserviceDestinationConfiguration", "AmazonOpenSearchServerlessDestinationConfiguration",
            "SplunkDestinationConfiguration", "HttpEndpointDestinationConfiguration",
            "SnowflakeDestinationConfiguration", "IcebergDestinationConfiguration");

    private final JsonValue.Structure document;
    private final Fields request;
    private final Problems problems;

    RequestReader(JsonValue.Structure document, Problems problems) {
        this.document = document;
        this.request = new Fields(document, problems);
        this.problems = problems;
        problems.judgeFor(SluiceSectionReader.deliveryMode(document));
    }

    /// The configuration; empty when there are errors.
    Optional<StreamConfiguration> read() {
        Checks.required(request, "DeliveryStreamName");
        Optional<String> stream = Checks.text(request, "DeliveryStreamName", 1, 64, STREAM_NAME);
        SourceReader.read(request);
        ShapeCheck.check(request, "Tags", PassedOn.TAGS);
        SluiceSectionReader.Read sluice = SluiceSectionReader.read(request);
        checkDestinations();
        Optional<DestinationReader.Read> destination = request.object(DESTINATION)
                .map(section -> new DestinationReader(section).read(sluice.section()));
        destination.filter(read -> read.conversion().isPresent()).flatMap(_ -> sluice.compression())
                .filter(compression -> compression != Compression.UNCOMPRESSED)
                .ifPresent(_ -> problems.error(request.place("Sluice").member("CompressionFormat"),
                        "a Parquet file compresses its own pages: take this out, and set Compression in ParquetSerDe"));
        destination.ifPresent(read -> EventSettingsReader.check(request, sluice.section().events(), read.processing()));
        request.rejectOthers();
        destination.flatMap(DestinationReader.Read::prefixes)
                .ifPresent(prefixes -> {
                    checkRetention(stream.orElse("s"), prefixes, sluice.section());
                    boolean converts = request.object(DESTINATION).filter(ConversionReader::isOn).isPresent();
                    KeyRulesReader.check(sluice.buffering(), new KeyRulesReader.StreamRules(prefixes.prefix(),
                            sluice.section().keyEncoding(), sluice.section().flushEvery(), converts), problems);
                    CompactionReader.check(request, stream.orElse("s"), prefixes, destination.filter(
                            read -> read.conversion().isEmpty()).map(
                                    read -> sluice.compression()
                                            .orElse(read.compression())),
                            sluice.section());
                    IcebergChecks.check(request, stream.orElse("s"), prefixes, converts, sluice.section());
                });
        if (problems.deliveryMode() == DeliveryMode.FIREHOSE) {
            ServiceCheck.check(document, problems);
        }
        if (problems.hasErrors() || stream.isEmpty() || destination.isEmpty()) {
            return Optional.empty();
        }
        Optional<StreamConfiguration> read = destination.get().prefixes()
                .map(prefixes -> configuration(stream.get(), destination.get(), prefixes, sluice));
        read.ifPresent(this::warnOfNoDay);
        read.ifPresent(this::warnOfNoDate);
        read.ifPresent(this::checkSuccessObjects);
        return read.filter(_ -> !problems.hasErrors());
    }

    private void checkDestinations() {
        problems.log().required(request.place(), DESTINATION);
        int count = request.any(DESTINATION).isPresent() ? 1 : 0;
        for (String name : OTHER_DESTINATIONS) {
            if (request.refuses(name, name.startsWith("S3")
                    ? "use " + DESTINATION + ", which has the same fields and more"
                    : "Sluice delivers to Amazon S3 only; use " + DESTINATION)) {
                count++;
            }
        }
        if (count != 1) {
            problems.error(request.place(),
                    FirehoseMessages.ONE_DESTINATION + "; found " + count + ", expected " + DESTINATION);
        }
    }

    /// Checks that what is to go by its path can be told by it.
    private void checkRetention(String stream, OutputPrefixes prefixes, SluiceSection sluice) {
        if (sluice.retentionDays().isEmpty()) {
            return;
        }
        try {
            Layout.of(stream, prefixes.prefix(), sluice.keyEncoding(), Map.of(), CustomTimeZone.UTC);
        } catch (PrefixException e) {
            problems.error(request.place("Sluice").member("Retention"),
                    "objects cannot be told by their paths: " + e.getMessage());
        }
    }

    private void warnOfNoDay(StreamConfiguration stream) {
        if (stream.sluice().retentionDays().isPresent() && !KeyDates.layout(stream).root().hasDatesBelow()) {
            problems.warning(request.place("Sluice").member("Retention"), "no folder of Prefix tells a day, so that the"
                    + " age of an object is the time since it was written; put dt=!{timestamp:yyyy-MM-dd}/ into Prefix,"
                    + " or, where a key is a date, say so in Sluice.Table.Keys, as {\""
                    + stream.prefix().keys().stream()
                            .findFirst().orElse("dt")
                    + "\": {\"Type\": \"date\", \"Format\": \"yyyy-MM-dd\"}}");
        }
    }

    private void warnOfNoDate(StreamConfiguration stream) {
        if (stream.sluice().landing().flatMap(LandingSection::lateness).isPresent() && !tellsDay(stream)) {
            problems.warning(request.place("Sluice").member("Landing").member("LatenessInHours"), "no folder of Prefix"
                    + " tells a day as yyyy-MM-dd, so that no date is told to be complete, only hours of arrival; put"
                    + " dt=!{timestamp:yyyy-MM-dd}/ into Prefix, or, where a key is such a date, say so in"
                    + " Sluice.Table.Keys, as {\"date\": {\"Type\": \"date\", \"Format\": \"yyyy-MM-dd\"}}");
        }
    }

    private void checkSuccessObjects(StreamConfiguration stream) {
        if (KeyDates.successObjects(stream).filter(objects -> !objects.isOneADate()).isPresent()) {
            problems.error(request.place("Sluice").member("Landing").member("SuccessObjects"), "the objects of a date"
                    + " are in no one folder: begin Prefix with the date, as orders/dt=!{timestamp:yyyy-MM-dd}/, and"
                    + " put whatever else varies behind it"
                    + (stream.prefix().keys().isEmpty()
                            ? ""
                            : "; where a key is the date, say so in Sluice.Table.Keys, as {\"date\":"
                                    + " {\"Type\": \"date\", \"Format\": \"yyyy-MM-dd\"}}"));
        }
    }

    private static boolean tellsDay(StreamConfiguration stream) {
        var sample = new PrefixSample(stream.prefix(), stream.timeZone());
        return sample.day().isPresent() || KeyDates.days(KeyDates.patterns(stream)).stream()
                .anyMatch(key -> sample.dayOf(key).isPresent());
    }

    private static StreamConfiguration configuration(String stream, DestinationReader.Read destination,
            OutputPrefixes prefixes, SluiceSectionReader.Read sluice) {
        return new StreamConfiguration(stream, destination.bucket(), prefixes.prefix(), prefixes.errorOutputPrefix(),
                destination.buffering().bytes(), destination.buffering().interval(),
                sluice.compression().orElse(destination.compression()), destination.fileExtension(),
                destination.timeZone(), destination.processing(), destination.retry(), destination.kmsKeyArn(),
                destination.conversion(), sluice.section());
    }
}
