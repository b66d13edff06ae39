package io.sluice.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.DeliveryMode;
import io.sluice.config.EventTarget;
import io.sluice.config.FunctionMemory;
import io.sluice.config.IcebergSection;
import io.sluice.config.LandingSection;
import io.sluice.config.Problem;
import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceType;
import io.sluice.metrics.Observability;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/// One stream's configuration, validated: what the functions will run with and what Firehose's own resource takes over
/// word for word. It is the request of `aws firehose create-delivery-stream` with a `Sluice` section
/// (`docs/reference/configuration.md`), of a file, of the class path, of a text or of an object.
///
/// @param configuration the validated configuration
/// @param json          the file's JSON, as the functions get it
/// @param warnings      what validation found doubtful
public record StreamDefinition(StreamConfiguration configuration, JsonNode json, List<Problem> warnings) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The stand-ins of CDK for what is not known yet, in texts and in lists of texts.
    private static final Pattern TOKEN = Pattern.compile("[$#]\\{Token\\[[^]]{1,200}]}");

    public StreamDefinition {
        warnings = List.copyOf(warnings);
    }

    /// Reads and validates `file`. A relative path begins where the app was started, which is the folder of `cdk.json`
    /// under the CDK command line; [#resource] knows no such folder.
    ///
    /// @throws DeploymentException when there is no such file, or with every error that validation finds
    public static StreamDefinition read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new DeploymentException("There is no configuration file " + file
                    + (file.isAbsolute() ? "" : " in " + Path.of("").toAbsolutePath())
                    + ": the request of `aws firehose create-delivery-stream`, as for `./sluice run --config FILE`."
                    + " Sluice's own app takes it with -c config=FILE.");
        }
        try {
            return parse(file.toString(), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    /// Reads and validates a resource of the app's own, wherever the app is started.
    ///
    /// @param near a class of the app
    /// @param name of the resource, relative to the package of `near`; with a leading `/`, to the class path's root
    /// @throws DeploymentException when there is none, or with every error that validation finds
    public static StreamDefinition resource(Class<?> near, String name) {
        try (InputStream json = near.getResourceAsStream(name)) {
            if (json == null) {
                throw new DeploymentException("There is no configuration " + name + " on the class path beside "
                        + near.getName() + "; a leading / begins at the class path's root");
            }
            return parse(name, json.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + name + " beside " + near.getName(), e);
        }
    }

    /// Validates a text.
    ///
    /// @throws DeploymentException with every error that validation finds
    public static StreamDefinition parse(String json) {
        return parse("The configuration", json.getBytes(UTF_8));
    }

    /// Validates an object: maps, lists, texts, numbers and booleans under the API's names.
    ///
    /// @throws DeploymentException with every error that validation finds, or when something is neither of these
    public static StreamDefinition of(Map<String, ?> configuration) {
        try {
            return parse("The configuration", JSON.writeValueAsBytes(configuration));
        } catch (JsonProcessingException e) {
            throw new DeploymentException("The configuration is none of maps, lists, texts, numbers and booleans: "
                    + e.getOriginalMessage());
        }
    }

    /// Validates `json`; `source` is what messages call it.
    ///
    /// @throws DeploymentException with every error that validation finds
    public static StreamDefinition parse(String source, byte[] json) {
        requireLiterals(source, json);
        var parsed = ConfigurationParser.parse(json);
        var configuration = parsed.configuration().orElseThrow(() -> invalid(source, parsed.problems()));
        requireSharedCatalog(source, configuration);
        try {
            return new StreamDefinition(configuration, JSON.readTree(json), parsed.problems());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Validated JSON does not parse: " + source, e);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + source, e);
        }
    }

    /// Refuses values that are known only at deployment: the functions get text of the synthesis, so that their own
    /// prefix expressions and queries are evaluated in it, and nothing of CloudFormation's is.
    private static void requireLiterals(String source, byte[] json) {
        Matcher token = TOKEN.matcher(new String(json, UTF_8));
        if (token.find()) {
            throw new DeploymentException(source + " has a value that is known only at deployment, " + token.group()
                    + ": write a literal. A bucket, a key or a Kinesis stream of the app is given to"
                    + " SluiceStream.Builder, and the configuration may name any.");
        }
    }

    /// A function has no file that the next one finds.
    private static void requireSharedCatalog(String source, StreamConfiguration configuration) {
        if (configuration.sluice().iceberg().filter(table -> table.catalog() instanceof IcebergSection.Jdbc)
                .isPresent()) {
            throw new DeploymentException(source + " has the Sluice.Iceberg.Catalog.Type jdbc, a file beside the output"
                    + " of one machine, and functions share none: set it to glue, or to rest with the URI of a"
                    + " catalog");
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

    /// The stream's name as stacks, ids and names of resources have it.
    public String plainName() {
        return plainName(stream());
    }

    /// A name of letters, digits and `-`: one that has more gets a checksum, so that two never share one.
    public static String plainName(String name) {
        var plain = name.replaceAll("[^A-Za-z0-9-]", "-");
        if (plain.equals(name)) {
            return plain;
        }
        var checksum = new CRC32();
        checksum.update(name.getBytes(UTF_8));
        return plain + "-" + HexFormat.of().toHexDigits(checksum.getValue(), 8);
    }

    /// Tests whether Sluice's flusher writes the objects, rather than Firehose.
    public boolean isBuffered() {
        return configuration.sluice().deliveryMode() == DeliveryMode.BUFFER;
    }

    /// The target of the events that tell what landed; empty where nobody is told.
    public Optional<EventTarget> eventTarget() {
        return configuration.sluice().landing().filter(_ -> isBuffered()).flatMap(LandingSection::events);
    }

    /// The Iceberg table of what lands; empty where there is none.
    public Optional<IcebergSection> icebergTable() {
        return configuration.sluice().iceberg().filter(_ -> isBuffered());
    }

    /// What is shown and watched of the stream.
    public Observability observability() {
        return configuration.sluice().observability();
    }

    /// Tests whether Firehose writes the objects in another format than the records come in.
    public boolean isConvertedByFirehose() {
        var conversion = destination("DataFormatConversionConfiguration");
        return !isBuffered() && conversion.isObject() && conversion.path("Enabled").asBoolean(true);
    }

    /// Tests whether Sluice writes Parquet.
    public boolean converts() {
        return configuration.conversion().isPresent();
    }

    /// The memory of its functions.
    public FunctionMemory memory() {
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

    public static String literalHead(JsonNode prefixText) {
        var prefix = prefixText.asText("");
        var end = 0;
        while (end < prefix.length() && !prefix.startsWith("!{", end) && "*?$".indexOf(prefix.charAt(end)) < 0) {
            end++;
        }
        return prefix.substring(0, end);
    }

    /// The type of the source whose events its function takes.
    public SourceType sourceType() {
        return configuration.sluice().events().source();
    }

    /// Tests whether the delivery stream reads a topic of Amazon MSK.
    public boolean hasKafkaSource() {
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
