package io.sluice.jq;

import java.util.List;
import java.util.Optional;

/// A compiled jq 1.6 program. Immutable; one instance may run on many threads at once.
public final class JqProgram {
    private JqProgram() {}

    /// Compiles `program`.
    ///
    /// @throws JqException stage `COMPILE`, with what is wrong and where
    public static JqProgram compile(String program) {
        throw new UnsupportedOperationException(program);
    }

    /// The keys, in order, when the whole program is one object constructor with constant keys
    /// (`{a:.x,"b":.y}`), as Firehose's `MetadataExtractionQuery` must be; else empty.
    public Optional<List<String>> objectKeys() {
        throw new UnsupportedOperationException();
    }

    /// Runs the program on one JSON text (UTF-8) and gives the compact text of each output, as `jq -c` prints it.
    ///
    /// @throws JqException stage `RUN` or `BOUND`
    public List<String> run(byte[] json) {
        throw new UnsupportedOperationException();
    }
}
