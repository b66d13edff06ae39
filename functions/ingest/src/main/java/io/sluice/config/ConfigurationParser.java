package io.sluice.config;

import java.util.List;
import java.util.Optional;

/// Parses and validates a stream's configuration: the request of `aws firehose create-delivery-stream
/// --cli-input-json` with a `Sluice` section beside it. Stateless.
///
/// What becomes of each field is in `docs/reference/configuration.md`.
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

    /// Parses `json` (UTF-8, at most 1 MiB), whatever it holds: never throws for bad content.
    public static Parsed parse(byte[] json) {
        Problems problems = new Problems();
        Optional<StreamConfiguration> configuration = JsonDocument.read(json, problems)
                .flatMap(root -> read(root, problems));
        return new Parsed(configuration, problems.sorted());
    }

    private static Optional<StreamConfiguration> read(JsonValue root, Problems problems) {
        if (root instanceof JsonValue.Structure request) {
            return new RequestReader(request, problems).read();
        }
        problems.error(root.place(), "expected a JSON object, the request of create-delivery-stream, found "
                + root.kind());
        return Optional.empty();
    }
}
