package io.sluice.jq;

import java.io.IOException;

/// The files that a command names.
@FunctionalInterface
public interface NamedFiles {
    /// All bytes of the file `name`.
    byte[] read(String name) throws IOException;
}
