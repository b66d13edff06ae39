package io.sluice.local.cli;

import io.sluice.local.UsageException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `sluice bench`, which the launcher of a checkout starts by itself: here it is for the list of commands.
@Command(name = "bench", description = {
        "Measures time, memory, requests and cost, each beside something known in the same run.",
        "It needs a checkout of the sources; benchmarks/README.md is about it."})
final class BenchListing implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "NAME", description = "What to measure.")
    private List<String> names = List.of();

    @Override
    public Integer call() {
        throw new UsageException("bench runs from a checkout of the sources, as ./sluice bench "
                + String.join(" ", names));
    }
}
