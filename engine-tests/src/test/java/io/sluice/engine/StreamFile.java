package io.sluice.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The configuration of the sample stream, `events/quakes/stream.json`, as it is or with some of it changed.
final class StreamFile {
    private static final Path QUAKES = Path.of("..", "events", "quakes", "stream.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode stream;

    private StreamFile(ObjectNode stream) {
        this.stream = stream;
    }

    static StreamFile quakes() throws IOException {
        return new StreamFile((ObjectNode) JSON.readTree(QUAKES.toFile()));
    }

    private ObjectNode destination() {
        return stream.withObject("/ExtendedS3DestinationConfiguration");
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

    /// The section that is Sluice's own.
    ObjectNode sluice() {
        return stream.withObject("/Sluice");
    }

    /// Writes it into `folder`.
    Path write(Path folder) throws IOException {
        return Files.writeString(folder.resolve("stream.json"), stream.toString());
    }
}
