package io.sluice.local.smoke;

import io.sluice.local.UsageException;
import io.sluice.local.smoke.SmokeReport.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// One run: a stream is deployed, loaded while its functions are stopped and its index is lost, judged, and taken down,
/// after a failure and an interruption too.
public final class SmokeRun {
    private static final String TAKE_DOWN = "take all down";

    private final SmokeCloud cloud;
    private final Pace pace;
    private final RunFile file;
    private final Order order;
    private final InstantSource clock;
    private final StepLog log;
    private boolean failed;
    private Optional<Trial> trial = Optional.empty();

    /// What is asked for.
    ///
    /// @param program what runs, whose version the functions have
    /// @param jar     of the functions
    /// @param records that are sent, at least [#PARTS]
    /// @param price   the most that it costs, in dollars
    /// @param ending  what becomes of what was made
    /// @param folder  where the run's file is
    public record Order(Program program, Path jar, int records, double price, Ending ending, Path folder) {
        /// The loads of a run.
        public static final int PARTS = 4;
    }

    /// The end of what a run made.
    public enum Ending {
        TAKEN_DOWN, KEPT
    }

    /// @param told gets a line when a step begins
    public SmokeRun(SmokeCloud cloud, Pace pace, RunFile file, Order order, InstantSource clock,
            Consumer<String> told) {
        this.cloud = cloud;
        this.pace = pace;
        this.file = file;
        this.order = order;
        this.clock = clock;
        log = new StepLog(clock, told);
    }

    /// Does all of it.
    ///
    /// @throws UsageException when the file of the run can't be written; nothing was made then
    public SmokeReport run() {
        Instant begun = clock.instant();
        try {
            file.write(order.folder());
        } catch (IOException e) {
            throw new UsageException("Nothing was made: the run notes what it makes in "
                    + file.name().file(order.folder()) + ", which can't be written (" + e.getMessage()
                    + "); start it in a folder of yours");
        }
        try {
            deploy();
            disturb();
        } finally {
            takeDown();
        }
        return new SmokeReport(order.program(), file.access(), begun, order.price(), log.steps(),
                trial.map(Trial::landed));
    }

    private void deploy() {
        var deployment = new TrialDeployment(cloud, pace, file.name(), order.program().version(), order.jar());
        step("put the code into a bucket", deployment::code);
        step("make a queue and the stack", () -> {
            trial = Optional.of(new Trial(cloud, pace, file.name(), deployment.stack()));
            return "";
        });
    }

    private void disturb() {
        int part = order.records() / Order.PARTS;
        step("send records", () -> deployed().send(part));
        step("stop the transform function under load", () -> deployed().stopTransform(part));
        step("stop the flusher under load", () -> deployed().stopFlusher(part));
        step("verify", () -> deployed().verify());
        step("lose the index table and recover", () -> deployed().loseTable(
                order.records() - (Order.PARTS - 1) * part));
        step("verify again", () -> deployed().verify());
    }

    private Trial deployed() {
        return trial.orElseThrow();
    }

    private void step(String name, Supplier<String> work) {
        if (failed) {
            log.leaveOut(name, "a step before it failed");
            return;
        }
        failed = !log.passes(name, () -> {
            pace.interruption().check();
            return work.get();
        });
    }

    private void takeDown() {
        if (order.ending() == Ending.KEPT) {
            log.leaveOut(TAKE_DOWN, "all of it stays, and is paid for: sluice smoke --aws --clean " + file.name()
                    + " --region " + file.access().region() + " removes it");
            return;
        }
        pace.interruption().shield();
        log.passes(TAKE_DOWN, () -> new TakeDown(cloud, pace, file, order.folder()).run());
    }
}
