package io.sluice.local.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.Attachment;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.ConfigurationParser.Parsed;
import io.sluice.config.Problem;
import io.sluice.config.Problem.Severity;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// A stream's configuration as a file.
///
/// @param path   the file
/// @param parsed what it holds
record ConfigurationFile(Path path, Parsed parsed) {
    /// Reads `path`.
    ///
    /// @throws UsageException when there is no such file or it can't be read
    static ConfigurationFile read(Path path) {
        if (Files.isDirectory(path)) {
            throw new UsageException("The configuration " + path + " is a folder; name the JSON file in it");
        }
        if (!Files.exists(path)) {
            throw new UsageException("The configuration " + path + " does not exist");
        }
        try {
            return new ConfigurationFile(path, ConfigurationParser.parse(Files.readAllBytes(path)));
        } catch (IOException e) {
            throw new UsageException("The configuration " + path + " can't be read: " + e.getMessage());
        }
    }

    /// Prints every problem, one a line: severity, JSON path, message.
    void printProblems(PrintWriter to) {
        for (Problem problem : parsed.problems()) {
            to.println(problem.severity().name().toLowerCase(Locale.ROOT) + ": " + problem.path() + ": "
                    + problem.message());
        }
        to.flush();
    }

    long count(Severity severity) {
        return parsed.problems().stream().filter(problem -> problem.severity() == severity).count();
    }

    /// The configuration, its warnings printed to `console`'s `err`.
    ///
    /// @throws UsageException when it has errors; these are printed too
    StreamConfiguration require(Console console) {
        printProblems(console.err());
        return parsed.configuration().orElseThrow(() -> new UsageException(
                "The configuration " + path + " has " + errors() + "; nothing was run"));
    }

    /// The same configuration as JSON with delivery `buffer`: on this machine there is no Firehose that could deliver.
    byte[] forBuffering(StreamConfiguration configuration, Console console) throws IOException {
        byte[] json = Files.readAllBytes(path);
        if (configuration.sluice().attachment() == Attachment.BUFFER) {
            return json;
        }
        console.warning("the stream's delivery is 'firehose', and there is no Firehose on this machine: the run uses"
                + " 'buffer', whose objects have the same prefixes; --lambda-event shows what Firehose would be "
                + "answered");
        return withDelivery("buffer");
    }

    /// What Firehose would refuse in the configuration if its own dynamic partitioning were to deliver, in sentences.
    ///
    /// @throws IOException when the file can't be read again
    List<String> refusedByFirehose() throws IOException {
        return ConfigurationParser.parse(withDelivery("firehose")).problems().stream()
                .filter(problem -> problem.severity() == Severity.ERROR && !problem.path().startsWith("$.Sluice"))
                .map(problem -> problem.path() + ": " + problem.message()).toList();
    }

    /// Only for a file that holds a JSON object.
    private byte[] withDelivery(String delivery) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = (ObjectNode) mapper.readTree(Files.readAllBytes(path));
        root.withObject("/Sluice").put("Delivery", delivery);
        return mapper.writeValueAsBytes(root);
    }

    private String errors() {
        long errors = count(Severity.ERROR);
        return errors + (errors == 1 ? " error" : " errors");
    }
}
