package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.iceberg.Registration;
import io.sluice.local.Sizes;
import io.sluice.local.UsageException;
import io.sluice.local.iceberg.TableAccess;
import io.sluice.local.iceberg.TableText;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `sluice iceberg`: the Iceberg table that a stream's Parquet objects are.
@Command(name = "iceberg", description = {
        "Tells of the Iceberg table that a stream's Parquet objects are, and registers objects in it. run and serve"
                + " register by themselves what lands."},
        synopsisSubcommandLabel = "COMMAND")
final class IcebergCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    private IcebergCommand() {}

    static CommandLine create(Console console) {
        CommandLine line = new CommandLine(new IcebergCommand());
        line.addSubcommand(new Status(console)).addSubcommand(new Register(console))
                .addSubcommand(new Expire(console));
        line.getSubcommands().values().forEach(CommandTree::offerHelp);
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(Objects.requireNonNull(spec).commandLine(),
                "No command given: status, register or expire");
    }

    /// The options that all of them take.
    private abstract static class TableCommand implements Callable<Integer> {
        private final Console console;
        private final TableJob.Access access;

        @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
        private Path config = Path.of("");

        @Mixin
        private final PluginOption plugins = new PluginOption();

        @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
                description = "The folder of run or serve (default: ${DEFAULT-VALUE}).")
        private String out = "out";

        @Option(names = "--json", description = "Print one JSON object instead of text.")
        private boolean json;

        @Mixin
        private final DeployedOption deployed = new DeployedOption();

        TableCommand(Console console, TableJob.Access access) {
            this.console = console;
            this.access = access;
        }

        @Override
        public Integer call() throws IOException {
            ConfigurationFile file = ConfigurationFile.read(config);
            StreamConfiguration stream = file.require(console);
            try (var _ = plugins.load(stream)) {
                return new TableJob(file, stream, access).run(deployed, out, table -> work(table, stream.stream()));
            } finally {
                console.out().flush();
            }
        }

        abstract int work(TableAccess table, String stream);

        final TableText text() {
            return new TableText(console.out());
        }

        final boolean isJson() {
            return json;
        }

        final Console console() {
            return console;
        }

        final int print(TableAccess table, String stream, Registration registration) {
            if (json) {
                text().printRegistrationJson(stream, table.place(), registration);
            } else {
                text().printRegistration(table.place(), registration);
                registration.problems().forEach(console::message);
            }
            return registration.problems().isEmpty() && !registration.more() ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    @Command(name = "status", sortOptions = false,
            description = "Shows the table: its files, rows and snapshots, and how far it is in the landing log.")
    private static final class Status extends TableCommand {
        Status(Console console) {
            super(console, TableJob.Access.READS);
        }

        @Override
        int work(TableAccess table, String stream) {
            if (isJson()) {
                text().printStatusJson(stream, table.place(), table.status());
            } else {
                text().printStatus(table.place(), table.status());
            }
            return ExitStatus.DONE;
        }
    }

    @Command(name = "register", sortOptions = false, description = {
            "Registers what landed and is not in the table yet. It may be repeated: an object is in the table once.",
            "Where the folder was moved, or its catalog deleted, the table is made again."})
    private static final class Register extends TableCommand {
        @Option(names = "--from", paramLabel = "PREFIX", description = {
                "Register also the stream's objects whose keys begin with it, as those that landed before the stream",
                "had a landing log; an empty text: all."})
        private Optional<String> from = Optional.empty();

        Register(Console console) {
            super(console, TableJob.Access.WRITES);
        }

        @Override
        int work(TableAccess table, String stream) {
            table.forgetLost().ifPresent(why -> console().note(why + ". The table is made again"));
            Registration landed = table.register(Deadline.NONE);
            return print(table, stream, from.map(table::backfill).map(found -> together(landed, found)).orElse(landed));
        }

        private static Registration together(Registration landed, Registration found) {
            var problems = new LinkedHashSet<>(landed.problems());
            problems.addAll(found.problems());
            return new Registration(landed.commits() + found.commits(), landed.added() + found.added(),
                    landed.removed() + found.removed(), found.known(), landed.marks(),
                    List.copyOf(problems), landed.more());
        }
    }

    @Command(name = "expire", sortOptions = false, description = {
            "Removes older snapshots from the table, and with them the way back to what it held. No data goes, and not",
            "the snapshot that readers read. Files of metadata that nothing needs any more go a day later."})
    private static final class Expire extends TableCommand {
        private static final Pattern AGE = Pattern.compile("(\\d{1,5})([dhm])");

        @Option(names = "--older-than", required = true, paramLabel = "AGE",
                description = "Their age, as 1d, 12h or 30m.")
        private String olderThan = "";

        Expire(Console console) {
            super(console, TableJob.Access.WRITES);
        }

        @Override
        int work(TableAccess table, String stream) {
            int gone = table.expire(age());
            int swept = table.sweep();
            if (isJson()) {
                console().out().println("{\"stream\":\"" + stream + "\",\"expired\":" + gone + ",\"filesDeleted\":"
                        + swept + "}");
            } else {
                console().out().println(table.place() + ": " + Sizes.count(gone, "snapshot")
                        + " removed, " + Sizes.count(swept, "file") + " of metadata deleted");
            }
            return ExitStatus.DONE;
        }

        private Duration age() {
            Matcher age = AGE.matcher(olderThan);
            if (!age.matches()) {
                throw new UsageException("--older-than is no age: '" + olderThan + "'; write it as 1d, 12h or 30m");
            }
            long number = Long.parseLong(age.group(1));
            return switch (age.group(2)) {
                case "d" -> Duration.ofDays(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofMinutes(number);
            };
        }
    }
}
