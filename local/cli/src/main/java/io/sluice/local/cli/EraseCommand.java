package io.sluice.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.folder.OutFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice erase`: everything of one key value goes, whatever its age.
@Command(name = "erase", sortOptions = false, description = {
        "Removes everything of one key value: drains the buffer, removes the objects under its paths, and reports",
        "what else may hold its records. Repeat it until it finds nothing."})
final class EraseCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--key", required = true, paramLabel = "NAME=VALUE",
            description = "A key of the prefix and one of its values.")
    private String key = "";

    @Option(names = "--source", paramLabel = "PREFIX", description = {
            "Erase the key value's records from these objects, too: the source of a repartition, or an earlier layout.",
            "Each is read, and deleted or rewritten without them."})
    private @Nullable String source;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
            description = "The folder of run (default: ${DEFAULT-VALUE}).")
    private String out = "out";

    @Option(names = "--dry-run", description = "Only count what would be removed.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print the function's answer instead of text.")
    private boolean json;

    EraseCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ObjectNode event = JSON.createObjectNode().put("dryRun", dryRun);
        ObjectNode erase = event.putObject("erase").put("key", key);
        if (source != null) {
            erase.put("source", source);
        }
        JsonNode answer = new RetentionFunction(console, config, plugins, OutFolder.of(out)).invoke(event);
        return new RetentionText(console, json).erasure(answer);
    }
}
