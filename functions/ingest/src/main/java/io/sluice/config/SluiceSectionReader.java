package io.sluice.config;

import io.sluice.buffers.BufferNumber;
import io.sluice.codec.Compression;
import io.sluice.event.EventSettings;
import io.sluice.firehose.SourceType;
import io.sluice.jq.JqException;
import io.sluice.layout.KeyEncoding;
import io.sluice.lines.LinePattern;
import io.sluice.metrics.Observability;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the `Sluice` section.
final class SluiceSectionReader {
    private static final Map<String, DeliveryMode> DELIVERY_MODES = Map.of("buffer", DeliveryMode.BUFFER, "firehose",
            DeliveryMode.FIREHOSE);
    private static final Map<String, KeyEncoding> KEY_ENCODINGS = Map.of("verbatim", KeyEncoding.VERBATIM, "percent",
            KeyEncoding.PERCENT);
    private static final Map<String, Observability> OBSERVABILITY = Map.of("full", Observability.FULL, "minimal",
            Observability.MINIMAL);
    private static final Pattern KEY_TEXT = Pattern.compile("[^\\p{Cntrl}/]+");
    private static final int LINE_PATTERN_CHARS_MAX = 8_192;
    private static final Pattern ANY = Pattern.compile("\\P{Cntrl}*");
    private static final Pattern SERVICE_NAME = Pattern.compile("[a-zA-Z0-9_.-]+");
    /// The members that only the flusher reads.
    private static final List<String> BUFFER_ONLY = List.of("IndexShards", "StreamVersion", "FlushIntervalInSeconds",
            "Buffering", "RetryWindowInHours", "FlushMemoryInMBs", "FlushParallelism", "ActivePartitionLimit",
            "Retention", "Compaction", "Lanes", "Landing");
    /// A source that has failed may come back with a batch for a day.
    private static final int SOURCE_RETRY_HOURS = 24;
    /// Between a source's last retry and the time from which its batch may be forgotten: an hour, as the sweep has, in
    /// which the invocation that it makes has ended, and ten minutes for clocks that differ.
    private static final Duration RETRY_MARGIN = Duration.ofMinutes(70);
    private static final int RETRY_HOURS_DEFAULT = 26;
    private static final long MIB = 1L << 20;

    private SluiceSectionReader() {}

    /// The content of the section.
    ///
    /// @param compression `CompressionFormat`, in place of the destination's
    /// @param buffering   the section's rules, each with its place
    record Read(SluiceSection section, Optional<Compression> compression, List<KeyRulesReader.Placed> buffering) {}

    /// The delivery mode that a request asks for, before anything is checked.
    static DeliveryMode deliveryMode(JsonValue.Structure request) {
        if (request.members().get("Sluice") instanceof JsonValue.Structure sluice
                && sluice.members().get("Delivery") instanceof JsonValue.Text text) {
            return DELIVERY_MODES.getOrDefault(text.value(), DeliveryMode.BUFFER);
        }
        return DeliveryMode.BUFFER;
    }

    static Read read(Fields request) {
        Fields sluice = request.object("Sluice").orElseGet(() -> new Fields(
                new JsonValue.Structure(request.place("Sluice"), new LinkedHashMap<>()), request.problems()));
        DeliveryMode deliveryMode = sluice.oneOf("Delivery", DELIVERY_MODES).orElse(DeliveryMode.BUFFER);
        if (deliveryMode == DeliveryMode.FIREHOSE) {
            warnOfBufferOnly(sluice);
        }
        int retryHours = Checks.integer(sluice, "RetryWindowInHours", 1, 168).orElse(RETRY_HOURS_DEFAULT);
        if (Duration.ofHours(retryHours).compareTo(Duration.ofHours(SOURCE_RETRY_HOURS).plus(RETRY_MARGIN)) < 0) {
            sluice.problems().warning(sluice.place("RetryWindowInHours"),
                    "a batch that Firehose retries near " + retryHours
                            + " hours or later is delivered twice: it retries"
                            + " for up to " + SOURCE_RETRY_HOURS + " hours, which is to end at least "
                            + RETRY_MARGIN.toMinutes() + " minutes earlier; set it to " + RETRY_HOURS_DEFAULT
                            + " or more, or leave it out");
        }
        List<KeyRulesReader.Placed> buffering = KeyRulesReader.read(sluice);
        Optional<Fields> source = sluice.object("Source");
        EventSettings events = source.map(each -> EventSettingsReader.read(each, deliveryMode))
                .orElse(EventSettings.USUAL);
        Optional<DeployedSource> deployed = source
                .flatMap(each -> DeployedSourceReader.read(request, each, events.source()));
        source.ifPresent(Fields::rejectOthers);
        Optional<IcebergSection> iceberg = IcebergReader.read(sluice, request.text("DeliveryStreamName").orElse("s"));
        SluiceSection section = new SluiceSection(deliveryMode,
                Checks.integer(sluice, "IndexShards", 1, 1024).orElse(8),
                Checks.integer(sluice, "StreamVersion", 1, Integer.MAX_VALUE).orElse(1),
                Duration.ofSeconds(Checks.integer(sluice, "FlushIntervalInSeconds", 5, 900).orElse(60)),
                Duration.ofHours(retryHours), MIB * Checks.integer(sluice, "FlushMemoryInMBs", 1, 4096).orElse(128),
                Checks.integer(sluice, "FlushParallelism", 1, 32).orElse(1),
                keyEncoding(sluice, iceberg), missingKey(sluice),
                Checks.integer(sluice, "ActivePartitionLimit", 1, Integer.MAX_VALUE),
                Checks.text(sluice, "Transformer", 1, 128, SERVICE_NAME),
                Checks.text(sluice, "KeyExtractor", 1, 128, SERVICE_NAME), TableReader.read(sluice),
                retentionDays(sluice), buffering.stream().map(KeyRulesReader.Placed::rule).toList(),
                events, deployed, CompactionReader.read(sluice), lanes(sluice, events.source()),
                RecordsAtReader.read(sluice, deliveryMode), linePattern(sluice),
                landing(sluice, events.source(), iceberg), iceberg,
                sluice.oneOf("Observability", OBSERVABILITY).orElse(Observability.FULL));
        Optional<Compression> compression = compression(sluice, deliveryMode);
        sluice.rejectOthers();
        return new Read(section, compression, buffering);
    }

    /// Values of a table's partition columns are those of the keys, which a path must then tell apart.
    private static KeyEncoding keyEncoding(Fields sluice, Optional<IcebergSection> iceberg) {
        Optional<KeyEncoding> encoding = sluice.oneOf("KeyEncoding", KEY_ENCODINGS);
        encoding.filter(given -> iceberg.isPresent() && given == KeyEncoding.VERBATIM)
                .ifPresent(_ -> sluice.problems().error(sluice.place("KeyEncoding"), "a value such as a/b or one with ="
                        + " has no folder of its own by verbatim, and a partition of an Iceberg table is one value:"
                        + " set it to percent, or leave it out, since it is the default beside Iceberg"));
        return encoding.orElse(iceberg.isPresent() ? KeyEncoding.PERCENT : KeyEncoding.VERBATIM);
    }

    /// A table is made of what the log tells.
    private static Optional<LandingSection> landing(Fields sluice, SourceType source,
            Optional<IcebergSection> iceberg) {
        Optional<Fields> landing = sluice.object("Landing");
        return landing.isPresent() || iceberg.isPresent()
                ? Optional.of(LandingReader.read(landing, source))
                : Optional.empty();
    }

    private static Optional<Integer> lanes(Fields sluice, SourceType source) {
        Optional<Integer> lanes = Checks.integer(sluice, "Lanes", 1, BufferNumber.BUFFERS_MAX);
        lanes.filter(count -> count > 1 && !source.takesLanes()).ifPresent(_ -> sluice.problems().error(
                sluice.place("Lanes"),
                "a lane is drawn for a batch that comes again as it was, as from Firehose, or for"
                        + " calls; what comes again from " + source.described()
                        + " comes in other batches, and is told by positions"
                        + " or receipts in the first lane: leave this out"));
        return lanes;
    }

    private static Optional<String> linePattern(Fields sluice) {
        Optional<String> pattern = Checks.text(sluice, "LinePattern", 1, LINE_PATTERN_CHARS_MAX, ANY);
        if (pattern.isPresent() && sluice.any("Transformer").isPresent()) {
            sluice.problems().error(sluice.place("LinePattern"),
                    "a stream has one transformer, and LinePattern is one: leave Transformer out");
        }
        return pattern.filter(text -> {
            try {
                return !new LinePattern(text).name().isEmpty();
            } catch (JqException e) {
                sluice.problems().error(sluice.place("LinePattern"),
                        "no regular expression that lines can be taken apart by: " + e.getMessage());
                return false;
            }
        });
    }

    private static Optional<Integer> retentionDays(Fields sluice) {
        return sluice.object("Retention").flatMap(retention -> {
            Checks.required(retention, "Days");
            Optional<Integer> days = Checks.integer(retention, "Days", 1, SluiceSection.RETENTION_DAYS_MAX);
            retention.rejectOthers();
            return days;
        });
    }

    private static Optional<String> missingKey(Fields sluice) {
        Optional<String> missingKey = Checks.text(sluice, "MissingKey", 1, 128, KEY_TEXT);
        missingKey.filter(text -> text.equals(".") || text.equals("..")).ifPresent(dots -> sluice.problems()
                .error(sluice.place("MissingKey"), "S3 clients resolve a path segment " + dots + " as a folder"));
        return missingKey;
    }

    private static Optional<Compression> compression(Fields sluice, DeliveryMode deliveryMode) {
        Optional<Compression> compression = sluice.oneOf("CompressionFormat", CompressionNames.ALL);
        if (compression.isPresent() && deliveryMode == DeliveryMode.FIREHOSE) {
            sluice.problems().error(sluice.place("CompressionFormat"),
                    "in firehose delivery Firehose writes the objects; "
                            + "use ExtendedS3DestinationConfiguration.CompressionFormat");
        }
        return compression;
    }

    private static void warnOfBufferOnly(Fields sluice) {
        for (String name : BUFFER_ONLY) {
            if (sluice.any(name).isPresent()) {
                sluice.problems().warning(sluice.place(name), "no effect in firehose delivery");
            }
        }
    }
}
