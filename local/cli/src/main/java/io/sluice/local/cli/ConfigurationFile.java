package io.sluice.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.ConfigurationParser.Parsed;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.DeliveryMode;
import io.sluice.config.Problem.Severity;
import io.sluice.config.Problem;
import io.sluice.config.StreamConfiguration;
import io.sluice.event.EventSettings;
import io.sluice.lambda.ConfigurationValue;
import io.sluice.local.Sizes;
import io.sluice.local.UsageException;
import io.sluice.local.s3.S3Access;
import io.sluice.local.s3.S3Address;
import io.sluice.local.s3.S3Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A stream's configuration as a file.
///
/// @param name   what the user calls it
/// @param text   what it holds
/// @param parsed what that means
record ConfigurationFile(String name, ConfigurationText text, Parsed parsed) {
    static final String STANDARD_INPUT = "-";

    /// Reads `path`.
    ///
    /// @throws UsageException when there is no such file, or it can't be read
    static ConfigurationFile read(Path path) {
        if (path.toString().isEmpty()) {
            throw new UsageException("The configuration's name is empty; name a file");
        }
        if (Files.isDirectory(path)) {
            throw new UsageException("The configuration " + path + " is a folder; name the JSON file in it");
        }
        if (path.toString().matches("[a-z0-9]+:/.*") && !Files.exists(path)) {
            throw new UsageException("The configuration " + path.toString().replaceFirst(":/", "://")
                    + " is an address,"
                    + " and configurations are read from files of this machine; fetch it first, as with aws s3 cp");
        }
        if (!Files.exists(path)) {
            throw new UsageException("The configuration " + path + " does not exist");
        }
        try {
            return of(path.toString(), Files.readAllBytes(path));
        } catch (IOException e) {
            throw new UsageException("The configuration " + path + " can't be read: " + e.getMessage());
        }
    }

    /// Reads a file, or an object in S3.
    ///
    /// @param name   a path, or `s3://BUCKET/KEY`
    /// @param server of such addresses; empty: AWS
    /// @throws UsageException when there is none, or it can't be read
    static ConfigurationFile read(String name, Optional<URI> server) throws IOException {
        if (!S3Address.isOne(name)) {
            return read(Path.of(name));
        }
        try (var access = new S3Access(server)) {
            return of(name, new S3Text(access, S3Address.parse(name)).read("configuration"));
        }
    }

    /// Reads the variable by which a function is told its stream.
    ///
    /// @param environment the variables of the process
    /// @throws UsageException when what it names can't be read
    static ConfigurationFile read(Map<String, String> environment) {
        try {
            return of(ConfigurationValue.NAME,
                    ConfigurationValue.json(environment.getOrDefault(ConfigurationValue.NAME, "")));
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException("The configuration in " + ConfigurationValue.NAME + " can't be read: "
                    + e.getMessage());
        }
    }

    /// Reads standard input to its end.
    static ConfigurationFile read(InputStream in) throws IOException {
        return of(STANDARD_INPUT, in.readAllBytes());
    }

    private static ConfigurationFile of(String name, byte[] bytes) {
        ConfigurationText text = ConfigurationText.of(name, bytes);
        return new ConfigurationFile(name, text, ConfigurationParser.parse(text.json()));
    }

    /// The configuration as JSON.
    byte[] json() {
        return text.json().clone();
    }

    /// The same configuration with a member of `Sluice` that makes records of lines; empty where it has one.
    Optional<ConfigurationFile> with(String member, String value) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        if (!(mapper.readTree(text.json()) instanceof ObjectNode root)) {
            return Optional.of(this);
        }
        ObjectNode sluice = root.withObject("/Sluice");
        if (sluice.has("Transformer") || sluice.has("LinePattern")) {
            return Optional.empty();
        }
        sluice.put(member, value);
        return Optional.of(of(name, mapper.writeValueAsBytes(root)));
    }

    /// Prints every problem, one a line: severity, JSON path, message.
    private void printProblems(PrintWriter to) {
        for (Problem problem : parsed.problems()) {
            to.println(problem.severity().name().toLowerCase(Locale.ROOT) + ": " + problem.path() + ": "
                    + problem.message());
        }
        to.flush();
    }

    /// The configuration, its warnings printed to `console`'s `err`.
    ///
    /// @throws UsageException when it has errors; these are printed too
    StreamConfiguration require(Console console) {
        printProblems(console.err());
        return parsed.configuration().orElseThrow(() -> new UsageException("The configuration " + name + " has "
                + Sizes.count(parsed.problems().stream().filter(each -> each.severity() == Severity.ERROR).count(),
                        "error")
                + "; nothing was run"));
    }

    /// Says that a key of `EncryptionConfiguration` encrypts nothing on this machine's own servers.
    static void noteEncryption(StreamConfiguration configuration, Console console) {
        configuration.kmsKeyArn().ifPresent(key -> console.note("EncryptionConfiguration: objects on this machine are"
                + " not encrypted; on AWS each is written with the key " + key));
    }

    /// The same configuration as JSON with delivery `buffer`, and without a source of its own: on this machine there is
    /// no Firehose that could deliver, and records are handed over as Firehose would.
    byte[] forBuffering(StreamConfiguration configuration, Console console) throws IOException {
        if (configuration.sluice().deliveryMode() == DeliveryMode.BUFFER) {
            return configuration.sluice().events().equals(EventSettings.USUAL) ? json() : withDelivery("buffer");
        }
        console.warning("the stream's delivery is 'firehose', and there is no Firehose on this machine: the run uses"
                + " 'buffer', whose objects have the same prefixes; --lambda-event shows what Firehose would be "
                + "answered");
        return withDelivery("buffer");
    }

    /// A configuration as jobs over a folder have it: nobody who reads landings there is waited for.
    static String withoutEvents(byte[] json) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        JsonNode root = mapper.readTree(json);
        if (root.path("Sluice").path("Landing") instanceof ObjectNode landing) {
            landing.remove(List.of("Events", "SuccessObjects"));
        }
        return mapper.writeValueAsString(root);
    }

    /// Returns what Firehose would refuse in the configuration if its own dynamic partitioning were to deliver, in
    /// sentences.
    List<String> refusedByFirehose() throws IOException {
        return ConfigurationParser.parse(withDelivery("firehose")).problems().stream()
                .filter(problem -> problem.severity() == Severity.ERROR && !problem.path().startsWith("$.Sluice"))
                .map(problem -> problem.path() + ": " + problem.message()).toList();
    }

    /// Only for a configuration that is a JSON object.
    private byte[] withDelivery(String delivery) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = (ObjectNode) mapper.readTree(text.json());
        root.withObject("/Sluice").put("Delivery", delivery).remove("Source");
        return mapper.writeValueAsBytes(root);
    }
}
