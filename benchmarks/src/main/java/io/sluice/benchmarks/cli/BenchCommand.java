package io.sluice.benchmarks.cli;

import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.coldstart.ColdStartHarness;
import io.sluice.benchmarks.compact.CompactHarness;
import io.sluice.benchmarks.cost.CostHarness;
import io.sluice.benchmarks.flush.FlushHarness;
import io.sluice.benchmarks.ingest.IngestHarness;
import io.sluice.benchmarks.jq.JqHarness;
import io.sluice.benchmarks.parquet.ParquetHarness;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.MeasuredMachine;
import io.sluice.benchmarks.report.Results;
import io.sluice.benchmarks.reshard.ReshardHarness;
import io.sluice.benchmarks.scale.BacklogHarness;
import io.sluice.benchmarks.scale.ScaleHarness;
import io.sluice.benchmarks.serve.ServeHarness;
import io.sluice.benchmarks.start.StartHarness;
import io.sluice.benchmarks.sustain.SustainHarness;
import io.sluice.benchmarks.transform.TransformHarness;
import io.sluice.local.cli.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `sluice bench`: runs harnesses one after another and prints what they found. Exit status 0: done, whether goals were
/// reached or not; 1: an output was wrong, or a measurement failed; 2: bad usage.
@Command(name = "sluice bench", sortOptions = false,
        description = "Measures Sluice on this machine, each figure beside something known in the same run, and "
                + "checks what the measured code puts out.")
public final class BenchCommand implements Callable<Integer> {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private final Console console;
    private final String commit;

    @Parameters(paramLabel = "NAME", arity = "0..*",
            description = "What to measure: ${COMPLETION-CANDIDATES} (default: all of them).",
            completionCandidates = Names.class)
    private List<String> names = List.of();

    @Option(names = "--json", description = "Print one JSON array instead of a table.")
    private boolean json;

    @Option(names = "--markdown", description = "Print the table as benchmarks/RESULTS.md holds it.")
    private boolean markdown;

    @Option(names = "--quick", description = "Shorter rounds on less data, for whoever changes code.")
    private boolean quick;

    @Option(names = "--backlog", paramLabel = "BATCHES",
            description = "How many batches wait in 'backlog' (default: 43,200, a tenth of a day).")
    private Optional<Integer> backlog = Optional.empty();

    @Option(names = "--duckdb", paramLabel = "PYTHON",
            description = "A Python that has DuckDB, which takes part in 'parquet' then.")
    private Optional<String> duckDb = Optional.empty();

    private BenchCommand(Console console, String commit) {
        this.console = console;
        this.commit = commit;
    }

    private static List<Harness> harnesses(Optional<Integer> backlog, Optional<String> duckDb) {
        return List.of(new JqHarness(), new TransformHarness(), new IngestHarness(), new FlushHarness(),
                new ParquetHarness(duckDb), new CompactHarness(), new ScaleHarness(),
                new BacklogHarness(backlog), new ReshardHarness(), new ServeHarness(),
                new ColdStartHarness(
                        Path.of(System.getProperty("sluice.root", ""), "functions/lambda/target/sluice-functions.jar")),
                new StartHarness(Path.of(System.getProperty("sluice.checkout", ""))), new CostHarness(),
                new SustainHarness());
    }

    /// The harnesses' names, for the help text.
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Names() {
            super(harnesses(Optional.empty(), Optional.empty()).stream().map(Harness::name).toList());
        }
    }

    /// Runs `arguments` and gives the exit status. Never throws.
    ///
    /// @param commit what the sources are at; empty when it is not known
    public static int execute(Console console, String commit, String... arguments) {
        CommandLine line = new CommandLine(new BenchCommand(console, commit));
        line.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description("Print this help.").build());
        line.setOut(console.out()).setErr(console.err());
        line.setParameterExceptionHandler((failure, _) -> {
            console.message(failure.getMessage() + "\nTry './sluice bench --help'.");
            return USAGE;
        });
        line.setExecutionExceptionHandler((failure, _, _) -> failed(console, failure));
        return line.execute(arguments);
    }

    private static int failed(Console console, Exception failure) {
        if (failure instanceof WrongOutputException wrong) {
            console.message("bench: wrong output: " + wrong.getMessage());
        } else {
            failure.printStackTrace(console.err());
            console.message("bench: a measurement failed: " + failure);
        }
        return FAILED;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Harness> harnesses = harnesses(backlog, duckDb);
        Optional<String> refusal = refusal(harnesses.stream().map(Harness::name).toList());
        if (refusal.isPresent()) {
            console.message("bench: " + refusal.get());
            return USAGE;
        }
        List<Figure> figures = new ArrayList<>();
        List<String> tables = new ArrayList<>();
        for (Harness harness : harnesses) {
            if (names.isEmpty() || names.contains(harness.name())) {
                List<Figure> found = harness.measure(quick ? Effort.QUICK : Effort.FULL, console::message);
                found.forEach(figure -> console.message("  " + figure.line()));
                figures.addAll(found);
                tables.addAll(harness.tables());
            }
        }
        print(new Results(figures), tables);
        return DONE;
    }

    private Optional<String> refusal(List<String> known) {
        if (json && markdown) {
            return Optional.of("--json and --markdown exclude each other; leave one out");
        }
        if (backlog.isPresent() && backlog.get() < 1) {
            return Optional.of("--backlog must be at least 1, not " + backlog.get());
        }
        return names.stream().filter(name -> !known.contains(name)).findFirst()
                .map(name -> "nothing is called " + name + "; there is " + String.join(", ", known));
    }

    private void print(Results results, List<String> tables) {
        if (json) {
            results.printJson(console.out());
        } else if (markdown) {
            results.printMarkdown(console.out(), MeasuredMachine.here(commit));
            if (!tables.isEmpty()) {
                console.out().println();
                tables.forEach(console.out()::println);
            }
        } else {
            results.printText(console.out());
        }
    }
}
