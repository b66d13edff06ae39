package io.sluice.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/// What happened, step by step. Lines are made only where somebody will read them: a run that fails is run again to
/// tell.
public final class Trace {
    private final int linesMax;
    private final Deque<String> lines = new ArrayDeque<>();
    private long steps;

    private Trace(int linesMax) {
        this.linesMax = linesMax;
    }

    public static Trace none() {
        return new Trace(0);
    }

    /// Keeps the last `linesMax` lines.
    public static Trace keeping(int linesMax) {
        return new Trace(linesMax);
    }

    public void add(Object who, Supplier<String> what) {
        steps++;
        if (linesMax > 0) {
            if (lines.size() == linesMax) {
                lines.removeFirst();
            }
            lines.addLast("%6d %-12s %s".formatted(steps, who, what.get()));
        }
    }

    public long steps() {
        return steps;
    }

    public List<String> lines() {
        return new ArrayList<>(lines);
    }
}
