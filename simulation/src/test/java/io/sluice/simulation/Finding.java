package io.sluice.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/// A world in which something was violated, and what led to it.
record Finding(long seed, Knobs knobs, Violation violation, List<String> trace) {
    /// For whoever has to find the defect.
    String tell() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.println("seed " + seed + " with " + knobs + ": " + violation.getMessage());
        out.println("its last steps:");
        trace.forEach(out::println);
        violation.printStackTrace(out);
        return text.toString();
    }
}
