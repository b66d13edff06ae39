package io.sluice.convert;

import java.io.IOException;
import java.io.OutputStream;

/// A file format of rows, found on the class path by `java.util.ServiceLoader`. Safe for concurrent use.
public interface RowFormat {
    /// Begins a file.
    ///
    /// @param out receives it; not closed
    /// @throws IOException when `out` throws it
    RowWriter begin(FormatConversion conversion, OutputStream out) throws IOException;
}
