package io.sluice.input;

import java.io.IOException;

/// Reads files of rows as records of JSON, found on the class path by `java.util.ServiceLoader`: a jar without one reads text
/// only. Safe for concurrent use.
public interface RowFiles {
    /// What the files begin with.
    Format format();

    /// The rows of a file, each a JSON object in UTF-8 on one line: what Sluice would make that row of. A record's offset is
    /// its row's number, from 0. The same file gives the same records. Memory is bounded by a row group, not by the file.
    ///
    /// @param id             the records' source
    /// @param name           what messages call the file
    /// @param recordBytesMax the longest record; a longer one is an [InputException]
    /// @throws InputException naming the file, and the column if it is one's, when the rows cannot be told in JSON
    /// @throws IOException    when `file` throws it
    RecordInput open(String id, String name, RangedBytes file, int recordBytesMax) throws IOException;
}
