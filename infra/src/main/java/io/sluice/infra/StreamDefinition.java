package io.sluice.infra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.config.Attachment;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.FunctionMemory;
import io.sluice.config.Problem;
import io.sluice.config.StreamConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// One stream's configuration file, validated: what the functions will run with and what Firehose's own resource takes
/// over word for word.
///
/// @param configuration the validated configuration
/// @param json          the file's JSON, as the functions get it
/// @param warnings      what validation found doubtful
public record StreamDefinition(StreamConfiguration configuration, JsonNode json, List<Problem> warnings) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public StreamDefinition {
        warnings = List.copyOf(warnings);
    }

    /// Reads and validates `file`.
    ///
    /// @throws DeploymentException when there is no such file, or with every error that validation finds
    public static StreamDefinition read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new DeploymentException("There is no configuration file " + file
                    + ". Name one with -c config=FILE: the request of `aws firehose create-delivery-stream`,"
                    + " as for `./sluice run --config FILE`.");
        }
        try {
            return parse(file.toString(), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    /// Validates `json`; `source` is what messages call it.
    ///
    /// @throws DeploymentException with every error that validation finds
    public static StreamDefinition parse(String source, byte[] json) {
        var parsed = ConfigurationParser.parse(json);
        var configuration = parsed.configuration().orElseThrow(() -> invalid(source, parsed.problems()));
        try {
            return new StreamDefinition(configuration, JSON.readTree(json), parsed.problems());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Validated JSON does not parse: " + source, e);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + source, e);
        }
    }

    private static DeploymentException invalid(String source, List<Problem> problems) {
        var errors = problems.stream().filter(problem -> problem.severity() == Problem.Severity.ERROR).toList();
        var lines = errors.stream().map(error -> "  " + error.path() + ": " + error.message())
                .collect(Collectors.joining("\n"));
        return new DeploymentException("%s has %d error%s:%n%s".formatted(source, errors.size(),
                errors.size() == 1 ? "" : "s", lines));
    }

    /// `DeliveryStreamName`.
    public String stream() {
        return configuration.stream();
    }

    /// Whether Sluice's flusher writes the objects, rather than Firehose.
    public boolean buffers() {
        return configuration.sluice().attachment() == Attachment.BUFFER;
    }

    /// Whether Firehose writes the objects in another format than the records come in.
    boolean isConvertedByFirehose() {
        var conversion = destination("DataFormatConversionConfiguration");
        return !buffers() && conversion.isObject() && conversion.path("Enabled").asBoolean(true);
    }

    /// The memory of its functions.
    FunctionMemory memory() {
        return FunctionMemory.of(configuration);
    }

    /// A member of `ExtendedS3DestinationConfiguration`, missing where the file has none.
    public JsonNode destination(String member) {
        var destination = json.path("ExtendedS3DestinationConfiguration").path(member);
        return destination.isNull() ? MissingNode.getInstance() : destination;
    }

    /// The text before the first expression of a prefix: every object of that prefix starts with it. Characters that
    /// an IAM resource pattern gives a meaning to end it, too.
    public String literalHead(String prefixMember) {
        return literalHead(destination(prefixMember));
    }

    static String literalHead(JsonNode prefixText) {
        var prefix = prefixText.asText("");
        var end = 0;
        while (end < prefix.length() && !prefix.startsWith("!{", end) && "*?$".indexOf(prefix.charAt(end)) < 0) {
            end++;
        }
        return prefix.substring(0, end);
    }

    /// Whether the delivery stream reads a topic of Amazon MSK.
    boolean hasKafkaSource() {
        return json.path("DeliveryStreamType").asText().equals("MSKAsSource");
    }

    /// ARN of the Kinesis stream that Firehose reads, where the file says that it reads one.
    public Optional<String> kinesisSourceArn() {
        var arn = json.path("KinesisStreamSourceConfiguration").path("KinesisStreamARN");
        return json.path("DeliveryStreamType").asText().equals("KinesisStreamAsSource") && arn.isTextual()
                ? Optional.of(arn.asText())
                : Optional.empty();
    }
}
