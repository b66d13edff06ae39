package io.sluice.compaction;

import io.sluice.audit.Stored;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The way in which objects are joined, and what is made of them is judged. Safe for concurrent use.
interface Joining {
    /// The content of sources, told apart from what was made of them.
    @FunctionalInterface
    interface Tally {
        /// Says how what was made of them differs; empty when it holds all of it and nothing else.
        ///
        /// @throws io.sluice.input.InputException when it is not what was made
        /// @throws IOException when it cannot be read to its end
        Optional<String> difference(Stored made) throws IOException;
    }

    /// Writes all that the sources of a join hold to a file.
    ///
    /// @return what they hold, told by other code than it was written by
    /// @throws io.sluice.input.InputException naming a source that cannot be joined
    /// @throws io.sluice.source.SourceChangedException when one is another object by now, or gone
    Tally write(Join join, Path file) throws IOException;

    /// Returns the content of a join's sources.
    ///
    /// @throws io.sluice.input.InputException naming a source that cannot be joined
    /// @throws io.sluice.source.SourceChangedException when one is another object by now, or gone
    Tally count(Join join) throws IOException;

    /// Reads what was made to its end.
    ///
    /// @throws io.sluice.input.InputException when it is damaged
    /// @throws IOException when it is damaged, or cannot be read
    void requireWhole(Stored made) throws IOException;

    /// The `Content-Encoding` of what is made; empty when it has none.
    String contentEncoding();
}
