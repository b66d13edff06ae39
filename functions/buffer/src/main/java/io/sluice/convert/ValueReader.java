package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads a JSON value as one of a column's type. Without state, for any thread.
@FunctionalInterface
interface ValueReader {
    /// @param json stands on the value's first token; afterwards on its last
    /// @return of the class that [Row] names for the type; null for a null
    /// @throws MismatchException when the value does not fit the type
    /// @throws IOException       when the text is no JSON
    @Nullable
    Object read(JsonParser json) throws IOException;
}
