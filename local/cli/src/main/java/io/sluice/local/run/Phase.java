package io.sluice.local.run;

/// The phase of a run.
public enum Phase {
    /// The servers start.
    STARTING("starting"),
    /// Records go in.
    FEEDING("feeding"),
    /// All records are in, and what waits is delivered.
    FLUSHING("flushing"),
    /// The servers stop, and the objects are counted.
    ENDING("ending");

    private final String word;

    Phase(String word) {
        this.word = word;
    }

    /// As people read it.
    public String word() {
        return word;
    }
}
