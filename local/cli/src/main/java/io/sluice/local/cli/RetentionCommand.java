package io.sluice.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.folder.OutFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `sluice retention`: how long objects stay. Each of its commands is one invocation of the retention function.
@Command(name = "retention", description = {
        "Sets how long delivered objects are kept, by key value, and removes older ones as the daily run does."},
        synopsisSubcommandLabel = "COMMAND")
final class RetentionCommand implements Runnable {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Spec
    private @Nullable CommandSpec spec;

    private RetentionCommand() {}

    static CommandLine create(Console console) {
        CommandLine line = new CommandLine(new RetentionCommand());
        line.addSubcommand(new Put(console)).addSubcommand(new Show(console)).addSubcommand(new Remove(console))
                .addSubcommand(new Run(console));
        line.getSubcommands().values().forEach(CommandTree::offerHelp);
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(Objects.requireNonNull(spec).commandLine(),
                "No command given: set, show, rm or run");
    }

    /// The options that all of them take.
    private abstract static class Invocation implements Callable<Integer> {
        private final Console console;

        @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
        private Path config = Path.of("");

        @Mixin
        private final PluginOption plugins = new PluginOption();

        @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
                description = "The folder of run, where rules are kept too (default: ${DEFAULT-VALUE}).")
        private String out = "out";

        @Option(names = "--json", description = "Print the function's answer instead of text.")
        private boolean json;

        Invocation(Console console) {
            this.console = console;
        }

        abstract ObjectNode event();

        abstract int print(JsonNode answer, RetentionText text);

        @Override
        public Integer call() throws IOException {
            JsonNode answer = new RetentionFunction(console, config, plugins, OutFolder.of(out)).invoke(event());
            return print(answer, new RetentionText(console, json));
        }
    }

    @Command(name = "set", sortOptions = false,
            description = "Keeps a rule for a key value, in place of an earlier one.")
    private static final class Put extends Invocation {
        @Option(names = "--key", required = true, paramLabel = "NAME=VALUE",
                description = "A key of the prefix and one of its values.")
        private String key = "";

        @Option(names = "--days", required = true, paramLabel = "N", description = "How long its objects stay.")
        private int days;

        Put(Console console) {
            super(console);
        }

        @Override
        ObjectNode event() {
            ObjectNode event = JSON.createObjectNode();
            event.putObject("set").put("key", key).put("days", days);
            return event;
        }

        @Override
        int print(JsonNode answer, RetentionText text) {
            return text.rules(answer);
        }
    }

    @Command(name = "show", sortOptions = false, description = "Shows the stream's default and its rules.")
    private static final class Show extends Invocation {
        Show(Console console) {
            super(console);
        }

        @Override
        ObjectNode event() {
            return JSON.createObjectNode().put("show", true);
        }

        @Override
        int print(JsonNode answer, RetentionText text) {
            return text.rules(answer);
        }
    }

    @Command(name = "rm", sortOptions = false, description = "Forgets the rule for a key value.")
    private static final class Remove extends Invocation {
        @Option(names = "--key", required = true, paramLabel = "NAME=VALUE", description = "As show prints it.")
        private String key = "";

        Remove(Console console) {
            super(console);
        }

        @Override
        ObjectNode event() {
            ObjectNode event = JSON.createObjectNode();
            event.putObject("remove").put("key", key);
            return event;
        }

        @Override
        int print(JsonNode answer, RetentionText text) {
            return text.rules(answer);
        }
    }

    @Command(name = "run", sortOptions = false,
            description = "Removes objects older than their rule, as the daily function does.")
    private static final class Run extends Invocation {
        @Option(names = "--dry-run", description = "Only count what would be removed.")
        private boolean dryRun;

        @Option(names = "--now", paramLabel = "INSTANT",
                description = "The time from which ages are measured, as 2026-11-20T00:00:00Z (default: now).")
        private Optional<String> now = Optional.empty();

        Run(Console console) {
            super(console);
        }

        @Override
        ObjectNode event() {
            ObjectNode event = JSON.createObjectNode().put("run", true).put("dryRun", dryRun);
            now.ifPresent(instant -> event.put("now", instant));
            return event;
        }

        @Override
        int print(JsonNode answer, RetentionText text) {
            return text.removal(answer);
        }
    }
}
