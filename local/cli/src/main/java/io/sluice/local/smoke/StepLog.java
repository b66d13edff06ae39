package io.sluice.local.smoke;

import io.sluice.local.smoke.Step.Outcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The steps of a run so far, each told when it begins. Texts are such as may be shown to anybody.
final class StepLog {
    private final List<Step> steps = new ArrayList<>();
    private final InstantSource clock;
    private final Consumer<String> told;

    /// @param told gets a line when a step begins
    StepLog(InstantSource clock, Consumer<String> told) {
        this.clock = clock;
        this.told = told;
    }

    /// Does one step, which says what it found, and tells whether it passed.
    boolean passes(String name, Supplier<String> work) {
        told.accept(name + " …");
        var begun = clock.instant();
        Outcome outcome = Outcome.FAILED;
        String said = "it ended with an error of this program";
        try {
            said = work.get();
            outcome = Outcome.PASSED;
        } catch (RuntimeException e) {
            // Whatever it is, it is told, and what was made is taken down.
            said = CloudFailure.said(e);
        } finally {
            steps.add(new Step(name, outcome, Duration.between(begun, clock.instant()), Redaction.of(said)));
        }
        return outcome == Outcome.PASSED;
    }

    void leaveOut(String name, String why) {
        steps.add(new Step(name, Outcome.LEFT_OUT, Duration.ZERO, why));
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }
}
