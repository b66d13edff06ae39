package io.sluice.local.terminal;

/// The meaning of colours.
public enum Ink {
    /// Something went wrong.
    PROBLEM("31"),
    /// Something may be wrong.
    WARNING("33"),
    /// Something is good to know.
    NOTE("36"),
    /// Something went right.
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
