package io.sluice.config;

import io.sluice.jq.JqException;
import io.sluice.jq.JqProgram;
import java.util.List;
import java.util.Optional;

/// The `MetadataExtractionQuery` of a configuration, as far as its validation goes.
final class MetadataQuery {
    /// More keys than this Firehose does not extract.
    static final int FIREHOSE_KEYS_MAX = 50;

    private MetadataQuery() {}

    /// The keys that the query gives, in order; empty when it is not one object constructor with constant keys.
    ///
    /// @throws JqException when jq does not compile it
    static Optional<List<String>> keys(String query) {
        try {
            return JqProgram.compile(query).objectKeys();
        } catch (StackOverflowError e) {
            // Compiling recurses as deep as the program nests; a configuration may hold any text.
            throw new JqException(JqException.Stage.COMPILE, "expressions are nested too deeply");
        }
    }
}
