package io.sluice.config;

import io.sluice.jq.JqException;
import io.sluice.jq.JqProgram;
import java.util.Optional;

/// A `MetadataExtractionQuery`, compiled once for all who ask it.
///
/// @param program an object constructor with constant keys; empty exactly when there is a fault
/// @param fault   what is wrong with the text, as a message
record MetadataQuery(Optional<JqProgram> program, Optional<String> fault) {
    /// More keys than this Firehose does not extract.
    static final int FIREHOSE_KEYS_MAX = 50;

    static MetadataQuery of(String text) {
        try {
            JqProgram program = JqProgram.compile(text);
            return program.objectKeys().isPresent()
                    ? new MetadataQuery(Optional.of(program), Optional.empty())
                    : faulty("the query must be one jq object constructor with constant keys, as "
                            + "{customer:.customer_id,year:(.time|strftime(\"%Y\"))}");
        } catch (JqException e) {
            return faulty("the query is no jq 1.6 program: " + e.getMessage());
        }
    }

    private static MetadataQuery faulty(String fault) {
        return new MetadataQuery(Optional.empty(), Optional.of(fault));
    }
}
