package io.sluice.local.terminal;

/// What colours say.
public enum Ink {
    /// What went wrong.
    PROBLEM("31"),
    /// What may be wrong.
    WARNING("33"),
    /// What is good to know.
    NOTE("36"),
    /// What went right.
    GOOD("32"),
    /// The name of what follows.
    HEADER("1");

    private static final String START = "\u001B[";

    private final String code;

    Ink(String code) {
        this.code = code;
    }

    String paint(String text) {
        return START + code + "m" + text + START + "m";
    }
}
