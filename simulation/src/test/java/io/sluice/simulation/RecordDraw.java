package io.sluice.simulation;

import java.util.List;

/// Draws records of a source that numbers them.
final class RecordDraw {
    private static final List<String> KEYS = List.of("a", "b", "c", "");

    private final Choices choices;
    private int drawn;

    RecordDraw(Choices choices) {
        this.choices = choices;
    }

    SimulatedRecord draw(long arrival) {
        String secondKey = choices.oneIn(3) ? "" : choices.oneIn(2) ? "y" : "z";
        int copies = choices.oneIn(8) ? choices.below(3) : 1;
        return new SimulatedRecord("r" + drawn++, choices.pick(KEYS), secondKey, copies, arrival);
    }
}
