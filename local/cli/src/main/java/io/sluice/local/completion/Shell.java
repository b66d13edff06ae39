package io.sluice.local.completion;

import java.util.List;
import java.util.Locale;

/// A shell that completes words.
public enum Shell {
    BASH, ZSH, FISH;

    /// Returns the script that the shell reads, once for each session.
    public String script(List<Command> commands) {
        return switch (this) {
            case BASH -> BashScript.of(commands);
            case ZSH -> ZshScript.of(commands);
            case FISH -> FishScript.of(commands);
        };
    }

    /// Its name, as people write it.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// `text` as one word that means itself.
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
