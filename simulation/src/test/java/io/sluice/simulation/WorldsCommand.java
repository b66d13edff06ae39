package io.sluice.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs worlds of all kinds until the time is over, for `build/simulation/run`, which checks what it is given:
/// `SECONDS COMMIT FORM REPORT CORPUS`, of which the last two may be empty.
///
/// Ends with 0, or with 1 when something was violated.
final class WorldsCommand {
    private static final long SAVED_EVERY_NANOS = 30_000_000_000L;
    /// Of a tree that is not a commit: what is run may be anything.
    private static final String CHANGED = "+changes";

    private final Census census;
    private final String commit;
    private final Optional<Path> report;
    private final long ends;
    private long savedAt = System.nanoTime();

    private WorldsCommand(Census census, String commit, Optional<Path> report, long ends) {
        this.census = census;
        this.commit = commit;
        this.report = report;
        this.ends = ends;
    }

    public static void main(String[] args) throws Exception {
        List<String> given = Arrays.asList(args);
        long ends = System.nanoTime() + Math.round(Double.parseDouble(given.get(0)) * 1e9);
        String commit = given.get(1);
        Optional<Path> report = path(given.get(3));
        Census census = census(commit, report);
        WorldsCommand command = new WorldsCommand(census, commit, report, ends);
        command.run();
        command.save();
        Optional<Path> corpus = path(given.get(4));
        if (corpus.isPresent() && census.breaches().isEmpty()) {
            write(corpus.get(), Seeds.onVirtualThread(() -> Corpus.read().renewed(census)).text());
        }
        System.out.print(given.get(2).equals("json")
                ? CensusReport.json(census, commit)
                : CensusReport.text(census, commit));
        System.exit(census.breaches().isEmpty() ? 0 : 1);
    }

    private static Optional<Path> path(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    }

    /// What the report holds, when it is of this commit.
    private static Census census(String commit, Optional<Path> report) throws IOException {
        if (report.isEmpty() || !Files.exists(report.get())) {
            return new Census();
        }
        byte[] bytes = Files.readAllBytes(report.get());
        Optional<String> of = CensusReport.commit(bytes);
        if (of.isEmpty()) {
            System.err.println("simulation: " + report.get() + " is no report; name another file.");
            System.exit(2);
        }
        if (commit.endsWith(CHANGED) || !of.get().equals(commit)) {
            System.err.printf("simulation: %s is of commit %s; worlds of %s begin with seed 1 again.%n", report.get(),
                    of.get(), commit);
            return new Census();
        }
        Census census = CensusReport.read(bytes);
        System.err.printf("simulation: goes on behind the %d worlds of %s.%n", census.worlds(), report.get());
        return census;
    }

    private void run() throws InterruptedException, IOException {
        int threads = Math.min(Runtime.getRuntime().availableProcessors(), WorldKind.values().length);
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(workers.submit(() -> {
                    work();
                    return "done";
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private void work() throws IOException {
        while (System.nanoTime() - ends < 0) {
            Census.Place first = census.next().orElseThrow();
            for (long seed = first.seed(); seed < first.seed() + Census.PIECE; seed++) {
                run(new Census.Place(first.kind(), seed));
            }
            census.done(first.kind());
            saveNowAndThen();
        }
    }

    /// A world that ends with any other exception is as much of a finding.
    private void run(Census.Place place) {
        Reached reached = new Reached();
        Optional<String> violated;
        try {
            violated = place.kind().run(place.seed(), reached).map(Violation::getMessage);
        } catch (RuntimeException e) {
            violated = Optional.of("the simulation itself failed: " + e);
        }
        violated.ifPresent(sentence -> System.err.println("simulation: " + place + ": " + sentence));
        census.add(place, reached, violated);
    }

    private synchronized void saveNowAndThen() throws IOException {
        if (System.nanoTime() - savedAt > SAVED_EVERY_NANOS) {
            save();
        }
    }

    private synchronized void save() throws IOException {
        savedAt = System.nanoTime();
        if (report.isPresent()) {
            write(report.get(), CensusReport.json(census, commit));
        }
    }

    private static void write(Path file, String text) throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(whole, text);
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
