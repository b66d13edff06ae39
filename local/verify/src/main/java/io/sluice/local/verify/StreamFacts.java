package io.sluice.local.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The facts that the judge has to know of a stream, read out of its configuration by the names that Firehose
/// documents. It validates nothing: that was done before.
///
/// @param stream      `DeliveryStreamName`
/// @param bucket      out of `BucketARN`
/// @param prefix      of objects, Firehose's implicit suffix included
/// @param errorPrefix of error objects, likewise
/// @param percent     whether key values are percent-encoded
/// @param zone        `CustomTimeZone`
/// @param packing     how objects are compressed
/// @param delimited   whether each record has a newline after it
/// @param splitting   `RecordDeAggregation`
/// @param testified   whether records pass through code that the judge has to ask: a user's own, or decompression
/// @param hasQuery    whether there is a `MetadataExtractionQuery`
/// @param rows        the columns of a converting stream
/// @param table       what files have besides their records where they are an Iceberg table's
/// @param documents   where source records are documents with records in them, which the judge takes out itself
/// @param marked      whether folders of dates have `_SUCCESS` objects
/// @param metadata    the folder of an Iceberg table's metadata, whose files are no objects of the stream
record StreamFacts(String stream, String bucket, PathText prefix, PathText errorPrefix, boolean percent, ZoneId zone,
        Packing packing, boolean delimited, Splitting splitting, boolean testified, boolean hasQuery,
        Optional<JudgedRows> rows, Optional<TableFile> table, Optional<JudgedDocuments> documents, boolean marked,
        Optional<String> metadata) {
    private static final String DATE = "!{timestamp:yyyy/MM/dd/HH/}";
    private static final String TYPE = "!{firehose:error-output-type}/";

    /// The way in which a source record is split into records.
    sealed interface Splitting {
        record None() implements Splitting {}

        record Objects() implements Splitting {}

        record At(byte[] delimiter) implements Splitting {}
    }

    /// @param configuration the JSON of a request to create the stream
    static StreamFacts read(byte[] configuration) throws IOException {
        JsonNode root = new ObjectMapper().readTree(configuration);
        JsonNode destination = root.path("ExtendedS3DestinationConfiguration");
        JsonNode sluice = root.path("Sluice");
        JsonNode processing = destination.path("ProcessingConfiguration");
        Map<String, Map<String, String>> processors = processing.path("Enabled").asBoolean(false)
                ? processors(processing)
                : Map.of();
        String prefix = destination.path("Prefix").asText("");
        String errors = destination.path("ErrorOutputPrefix").asText("");
        Optional<JudgedRows> rows = rows(destination.path("DataFormatConversionConfiguration"), sluice);
        boolean decompressed = processors.containsKey("Decompression");
        Optional<JudgedDocuments> documents = decompressed
                ? Optional.empty()
                : JudgedDocuments.read(sluice.path("RecordsAt"));
        String format = sluice.path("CompressionFormat")
                .asText(destination.path("CompressionFormat").asText("UNCOMPRESSED"));
        String arn = destination.path("BucketARN").asText("");
        String effective = prefix.contains("!{") ? prefix : prefix + DATE;
        boolean iceberg = sluice.path("Iceberg").isObject();
        Optional<TableFile> table = rows.filter(_ -> iceberg)
                .map(known -> new TableFile(known.columns(), FolderColumns.parse(effective)));
        return new StreamFacts(root.path("DeliveryStreamName").asText(), arn.substring(arn.lastIndexOf(':') + 1),
                PathText.parse(effective),
                PathText.parse(errorText(prefix, errors)),
                sluice.path("KeyEncoding").asText(iceberg ? "percent" : "verbatim").equals("percent"),
                ZoneId.of(destination.path("CustomTimeZone").asText("UTC").isEmpty()
                        ? "UTC"
                        : destination.path("CustomTimeZone").asText("UTC")),
                Packing.valueOf(format.toUpperCase(Locale.ROOT)),
                processors.containsKey("AppendDelimiterToRecord") || rows.isPresent(), splitting(processors),
                sluice.hasNonNull("Transformer") || sluice.hasNonNull("LinePattern")
                        || sluice.hasNonNull("KeyExtractor")
                        || decompressed || (sluice.path("RecordsAt").isObject() && documents.isEmpty()),
                processors.containsKey("MetadataExtraction"), rows, table, documents,
                sluice.path("Landing").path("SuccessObjects").asBoolean(false), metadata(root, sluice));
    }

    private static Optional<String> metadata(JsonNode root, JsonNode sluice) {
        return Optional.of(sluice.path("Iceberg")).filter(JsonNode::isObject).map(table -> table.path("Location")
                .asText("iceberg/" + root.path("DeliveryStreamName").asText()) + "/");
    }

    private static String errorText(String prefix, String errors) {
        if (errors.isEmpty()) {
            return prefix + TYPE + DATE;
        }
        return errors.contains("!{") ? errors : errors + TYPE + DATE;
    }

    private static Map<String, Map<String, String>> processors(JsonNode processing) {
        Map<String, Map<String, String>> processors = new TreeMap<>();
        for (JsonNode processor : processing.path("Processors")) {
            Map<String, String> parameters = new TreeMap<>();
            processor.path("Parameters").forEach(parameter -> parameters
                    .put(parameter.path("ParameterName").asText(), parameter.path("ParameterValue").asText()));
            processors.put(processor.path("Type").asText(), parameters);
        }
        return processors;
    }

    private static Splitting splitting(Map<String, Map<String, String>> processors) {
        Map<String, String> parameters = processors.get("RecordDeAggregation");
        if (parameters == null) {
            return new Splitting.None();
        }
        return parameters.getOrDefault("SubRecordType", "").equals("JSON")
                ? new Splitting.Objects()
                : new Splitting.At(Base64.getDecoder().decode(parameters.getOrDefault("Delimiter", "")));
    }

    private static Optional<JudgedRows> rows(JsonNode conversion, JsonNode sluice) {
        if (!conversion.isObject() || !conversion.path("Enabled").asBoolean(true)) {
            return Optional.empty();
        }
        JsonNode deserializer = conversion.path("InputFormatConfiguration").path("Deserializer");
        JsonNode openX = deserializer.path("OpenXJsonSerDe");
        boolean hive = deserializer.path("HiveJsonSerDe").isObject() && !openX.isObject();
        Map<String, String> keys = new TreeMap<>();
        openX.path("ColumnToJsonKeyMappings").properties()
                .forEach(key -> keys.put(key.getKey().toLowerCase(Locale.ROOT), key.getValue().asText()));
        List<JudgedRows.Column> columns = new ArrayList<>();
        for (JsonNode column : sluice.path("Table").path("Columns")) {
            String name = column.path("Name").asText().toLowerCase(Locale.ROOT);
            String key = keys.getOrDefault(name, column.path("JsonKey").asText(name));
            columns.add(new JudgedRows.Column(name, key, column.path("Type").asText()));
        }
        return Optional.of(new JudgedRows(columns, hive || openX.path("CaseInsensitive").asBoolean(true),
                openX.path("ConvertDotsInJsonKeysToUnderscores").asBoolean(false),
                hive && !deserializer.path("HiveJsonSerDe").path("TimestampFormats").isEmpty()));
    }

    /// The path text of a key's value.
    String encoded(String value) {
        return percent ? PercentText.of(value) : value;
    }
}
