package io.sluice.config;

import java.util.List;
import java.util.Optional;

/// Parses and validates a stream's configuration. Stateless.
public final class ConfigurationParser {
    private ConfigurationParser() {}

    /// The outcome of a parse.
    ///
    /// @param configuration present exactly when no problem is an error
    /// @param problems      all of them, errors first, each group in document order
    public record Parsed(Optional<StreamConfiguration> configuration, List<Problem> problems) {
        public Parsed {
            problems = List.copyOf(problems);
        }
    }

    /// Parses `json`, whatever it holds: never throws for bad content.
    public static Parsed parse(byte[] json) {
        throw new UnsupportedOperationException();
    }
}
