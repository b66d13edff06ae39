package io.sluice.convert;

import io.sluice.objects.ObjectKey;
import java.io.IOException;
import java.io.OutputStream;

/// A file format of rows, found on the class path by `java.util.ServiceLoader`. Safe for concurrent use.
public interface RowFormat {
    /// Begins a file.
    ///
    /// @param key of the object that it is for
    /// @param out receives it; not closed
    /// @throws IOException                 when `out` throws it
    /// @throws UnusableConversionException when the conversion wants values of the key's path that it does not have
    RowWriter begin(FormatConversion conversion, ObjectKey key, OutputStream out) throws IOException;
}
