package io.sluice.local.init;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.columns.Column;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A configuration for a sample, and why it is so.
public final class Proposal {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROLE = "arn:aws:iam::123456789012:role/";

    private final String stream;
    private final String bucket;
    private List<Key> keys;
    private Optional<String> chosenPrefix = Optional.empty();
    private String compression = "GZIP";
    private Optional<String> transformer = Optional.empty();
    private Optional<String> linePattern = Optional.empty();
    private final List<String> reasons;
    private List<Column> columns = List.of();
    private Map<String, String> jsonKeys = Map.of();

    private Proposal(String stream, String bucket, List<Key> keys, List<String> reasons) {
        this.stream = stream;
        this.bucket = bucket;
        this.keys = keys;
        this.reasons = reasons;
    }

    /// @param named the keys that the user wants; empty: those that the sample suggests
    /// @throws io.sluice.local.UsageException when the sample has no field of such a name
    public static Proposal of(SampleFields sample, String stream, String bucket, List<String> named) {
        KeyChoice choice = new KeyChoice(sample);
        List<Key> keys = named.isEmpty() ? choice.proposed() : choice.named(named);
        List<String> reasons = new ArrayList<>(choice.reasons());
        if (keys.isEmpty()) {
            reasons.add("no field of the sample is a key: objects are divided by the day on which records arrive;"
                    + " --keys FIELD,… chooses others");
        } else {
            long partitions = keys.stream().mapToLong(Key::values).reduce(1, (a, b) -> Math.min(a * b, 1L << 40));
            reasons.add("prefix: a folder for each of at most %,d values together; plan says how large objects get"
                    .formatted(partitions));
        }
        return new Proposal(stream, bucket, keys, reasons);
    }

    /// Proposals with other keys of the sample, the most promising first.
    public List<Proposal> others(SampleFields sample) {
        return new KeyChoice(sample).others(keys).stream().map(this::with).toList();
    }

    private Proposal with(List<Key> other) {
        var proposal = new Proposal(stream, bucket, other, List.of());
        proposal.transformer = transformer;
        proposal.linePattern = linePattern;
        return proposal;
    }

    /// The fields that objects are divided by, as `--keys` takes them.
    String title() {
        return keys.isEmpty()
                ? "none: the day of arrival"
                : keys.stream().map(Key::title).collect(Collectors.joining(","));
    }

    /// Sentences, one for each choice.
    public List<String> reasons() {
        return List.copyOf(reasons);
    }

    List<Key> keys() {
        return keys;
    }

    /// Divides objects by other keys, and lays them out as it would by itself.
    void divideBy(List<Key> chosen) {
        keys = List.copyOf(chosen);
        chosenPrefix = Optional.empty();
    }

    /// Lays objects out otherwise. A key that is not in the prefix is none.
    void prefix(String chosen) {
        chosenPrefix = Optional.of(chosen);
    }

    String compression() {
        return compression;
    }

    /// Compresses lines otherwise.
    void compress(String format) {
        compression = format;
    }

    /// Has each record changed by a transformer.
    public void transform(String name) {
        transformer = Optional.of(name);
    }

    /// Has lines taken apart by a regular expression.
    public void takeApart(String pattern) {
        linePattern = Optional.of(pattern);
    }

    /// Makes it one whose objects are Parquet.
    ///
    /// @param found     columns of the table
    /// @param keysFound key of the records' objects for each column that has another name
    public void convert(List<Column> found, Map<String, String> keysFound) {
        columns = List.copyOf(found);
        jsonKeys = Map.copyOf(keysFound);
    }

    /// The configuration, for people to read and change.
    public byte[] json() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        try {
            return JSON.writer(printer).writeValueAsBytes(tree());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON is always written", e);
        }
    }

    private ObjectNode tree() {
        ObjectNode root = JSON.createObjectNode().put("DeliveryStreamName", stream)
                .put("DeliveryStreamType", "DirectPut");
        ObjectNode destination = root.putObject("ExtendedS3DestinationConfiguration")
                .put("RoleARN", ROLE + stream + "-delivery").put("BucketARN", "arn:aws:s3:::" + bucket)
                .put("Prefix", prefix()).put("ErrorOutputPrefix", "errors/!{firehose:error-output-type}/");
        destination.putObject("BufferingHints").put("SizeInMBs", 64).put("IntervalInSeconds", 300);
        destination.put("CompressionFormat", columns.isEmpty() ? compression : "UNCOMPRESSED");
        ArrayNode processors;
        if (used().isEmpty()) {
            processors = destination.putObject("ProcessingConfiguration").put("Enabled", true).putArray("Processors");
        } else {
            destination.putObject("DynamicPartitioningConfiguration").put("Enabled", true).putObject("RetryOptions")
                    .put("DurationInSeconds", 300);
            processors = destination.putObject("ProcessingConfiguration").put("Enabled", true).putArray("Processors");
            ArrayNode parameters = processors.addObject().put("Type", "MetadataExtraction").putArray("Parameters");
            parameters.addObject().put("ParameterName", "MetadataExtractionQuery").put("ParameterValue", query());
            parameters.addObject().put("ParameterName", "JsonParsingEngine").put("ParameterValue", "JQ-1.6");
        }
        if (columns.isEmpty()) {
            processors.addObject().put("Type", "AppendDelimiterToRecord");
        } else {
            conversion(destination);
        }
        sluice(root.putObject("Sluice").put("Delivery", "buffer"));
        return root;
    }

    private void conversion(ObjectNode destination) {
        ObjectNode conversion = destination.putObject("DataFormatConversionConfiguration").put("Enabled", true);
        conversion.putObject("SchemaConfiguration").put("RoleARN", ROLE + stream + "-delivery")
                .put("DatabaseName", table()).put("TableName", table());
        ObjectNode openX = conversion.putObject("InputFormatConfiguration").putObject("Deserializer")
                .putObject("OpenXJsonSerDe");
        if (!jsonKeys.isEmpty()) {
            ObjectNode mappings = openX.putObject("ColumnToJsonKeyMappings");
            new TreeMap<>(jsonKeys).forEach(mappings::put);
        }
        conversion.putObject("OutputFormatConfiguration").putObject("Serializer").putObject("ParquetSerDe")
                .put("Compression", "SNAPPY");
    }

    private void sluice(ObjectNode section) {
        transformer.ifPresent(name -> section.put("Transformer", name));
        linePattern.ifPresent(pattern -> section.put("LinePattern", pattern));
        if (used().stream().anyMatch(key -> key.span().isEmpty())) {
            section.put("KeyEncoding", "percent");
        }
        List<Key> dates = used().stream().filter(key -> key.span().isPresent() && prefix().contains(folder(key)))
                .toList();
        if (!columns.isEmpty() || !dates.isEmpty()) {
            ObjectNode table = section.putObject("Table");
            if (!columns.isEmpty()) {
                ArrayNode declared = table.putArray("Columns");
                columns.forEach(column -> declared.addObject().put("Name", column.name()).put("Type",
                        column.type().hiveText()));
            }
            if (!dates.isEmpty()) {
                ObjectNode keysOfTable = table.putObject("Keys");
                dates.forEach(key -> date(keysOfTable.putObject(key.name()), key));
            }
        }
    }

    /// Says to tables and retention that a key is a date, and where it begins, if that is long ago.
    private static void date(ObjectNode of, Key key) {
        Span span = key.span().orElseThrow();
        of.put("Type", "date").put("Format", span.pattern());
        LocalDate first = key.field().days().first();
        if (first.isBefore(LocalDate.now(ZoneOffset.UTC).minusYears(2))) {
            of.putArray("Range").add(span.of(first.withDayOfYear(1))).add("NOW+1DAYS");
        }
    }

    private String table() {
        return stream.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    }

    /// The keys that the prefix has.
    private List<Key> used() {
        return keys.stream().filter(key -> prefix().contains(expression(key))).toList();
    }

    private static String expression(Key key) {
        return "!{partitionKeyFromQuery:" + key.name() + "}";
    }

    private static String folder(Key key) {
        return key.name() + "=" + expression(key) + "/";
    }

    /// The prefix, as chosen or as made of the keys.
    String prefix() {
        return chosenPrefix.orElseGet(this::ownPrefix);
    }

    private String ownPrefix() {
        return keys.isEmpty()
                ? "date=!{timestamp:yyyy-MM-dd}/"
                : keys.stream().map(Proposal::folder).collect(Collectors.joining());
    }

    private String query() {
        return used().stream().map(key -> key.name() + ":" + key.jq()).collect(Collectors.joining(",", "{", "}"));
    }
}
