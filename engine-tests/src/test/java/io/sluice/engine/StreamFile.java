package io.sluice.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.config.TableSources;
import io.sluice.tables.ColumnSample;
import io.sluice.tables.StreamTables;
import io.sluice.tables.TableDefinition;
import io.sluice.tables.TableSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The configuration of a sample stream of `events/quakes`, as it is or with some of it changed, and the tables that
/// Sluice derives from it.
final class StreamFile {
    private static final Path QUAKES = Path.of("..", "events", "quakes");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode stream;

    private StreamFile(ObjectNode stream) {
        this.stream = stream;
    }

    static StreamFile quakes() throws IOException {
        return read("stream.json");
    }

    /// The sample stream that makes Parquet objects.
    static StreamFile parquet() throws IOException {
        return read("parquet.json");
    }

    private static StreamFile read(String name) throws IOException {
        return new StreamFile((ObjectNode) JSON.readTree(QUAKES.resolve(name).toFile()));
    }

    private ObjectNode destination() {
        return stream.withObject("/ExtendedS3DestinationConfiguration");
    }

    private ObjectNode sluice() {
        return stream.withObject("/Sluice");
    }

    /// With another prefix, whose keys `query` gives.
    StreamFile partitioned(String prefix, String query) {
        destination().put("Prefix", prefix);
        for (JsonNode processor : destination().withArray("/ProcessingConfiguration/Processors")) {
            if (processor.path("Type").textValue().equals("MetadataExtraction")) {
                ((ObjectNode) processor.path("Parameters").path(0)).put("ParameterValue", query);
            }
        }
        return this;
    }

    /// With a prefix that takes nothing from the records.
    StreamFile unpartitioned(String prefix) {
        destination().put("Prefix", prefix).remove("DynamicPartitioningConfiguration");
        var processors = destination().withArray("/ProcessingConfiguration/Processors");
        processors.removeIf(processor -> processor.path("Type").textValue().equals("MetadataExtraction"));
        return this;
    }

    /// With an interval of buffering, in seconds.
    StreamFile every(int seconds) {
        destination().withObject("/BufferingHints").put("IntervalInSeconds", seconds);
        return this;
    }

    /// With another compression of its objects.
    StreamFile compressed(String format) {
        destination().remove("CompressionFormat");
        sluice().put("CompressionFormat", format);
        return this;
    }

    /// With another compression of its Parquet pages.
    StreamFile pages(String compression) {
        destination().withObject("/DataFormatConversionConfiguration/OutputFormatConfiguration/Serializer/ParquetSerDe")
                .put("Compression", compression);
        return this;
    }

    /// With a key of `Sluice.Table.Keys`, given as JSON.
    StreamFile key(String column, String projection) throws IOException {
        sluice().withObject("/Table/Keys").set(column, JSON.readTree(projection));
        return this;
    }

    /// With these columns, given as JSON, in place of a sample's.
    StreamFile columns(String columns) throws IOException {
        sluice().withObject("/Table").set("Columns", JSON.readTree(columns));
        return this;
    }

    /// With another name of the stream.
    StreamFile stream(String name) {
        stream.put("DeliveryStreamName", name);
        return this;
    }

    /// With its table in that database.
    StreamFile database(String name) {
        sluice().withObject("/Table").put("Database", name);
        return this;
    }

    /// With another name of its table.
    StreamFile named(String table) {
        sluice().withObject("/Table").put("Name", table);
        return this;
    }

    /// With its days compacted, as this JSON says.
    StreamFile compacted(String compaction) throws IOException {
        sluice().set("Compaction", JSON.readTree(compaction));
        return this;
    }

    /// With its Iceberg table in the catalog of a folder.
    StreamFile iceberg() throws IOException {
        sluice().set("Iceberg", JSON.readTree("{\"Catalog\":{\"Type\":\"jdbc\"}}"));
        return this;
    }

    /// With key values percent-encoded in its paths.
    StreamFile percentEncoded() {
        sluice().put("KeyEncoding", "percent");
        return this;
    }

    /// With a text for keys that a record lacks.
    StreamFile missingKey(String text) {
        sluice().put("MissingKey", text);
        return this;
    }

    /// As JSON.
    String json() {
        return stream.toString();
    }

    /// Writes it into `folder`.
    Path write(Path folder) throws IOException {
        return Files.writeString(folder.resolve("stream.json"), json());
    }

    private TableSource source() throws IOException {
        return TableSources.of(configuration(), Lake.BUCKET);
    }

    /// As Sluice has it.
    StreamConfiguration configuration() throws IOException {
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(JSON.writeValueAsBytes(stream));
        return parsed.configuration()
                .orElseThrow(() -> new AssertionError(parsed.problems().toString()));
    }

    /// The table of its records, with the columns that are declared.
    TableDefinition table() throws IOException {
        return made(StreamTables.records(source()));
    }

    /// The table of what they are compacted to.
    TableDefinition compactedTable() throws IOException {
        return made(StreamTables.compacted(TableSources.compacted(configuration(), Lake.BUCKET).orElseThrow(),
                table()));
    }

    /// The table of its records, with columns as in `sample`, lines of JSON.
    TableDefinition table(Path sample) throws IOException {
        var columns = new ColumnSample();
        Files.readAllLines(sample).forEach(line -> columns.add(line.getBytes(StandardCharsets.UTF_8)));
        return made(StreamTables.records(source(), columns));
    }

    /// The table of its error records.
    TableDefinition errorTable() throws IOException {
        return made(StreamTables.errors(source()));
    }

    private static TableDefinition made(StreamTables.Derived derived) {
        return derived.table().orElseThrow(() -> new AssertionError(derived.remarks().toString()));
    }
}
