package io.sluice.input;

import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;

/// Reads files of rows as records of JSON, found on the class path by `java.util.ServiceLoader`: a jar without one
/// reads text only. Safe for concurrent use.
public interface RowFiles {
    /// Returns the format that the files begin with.
    Format format();

    /// The rows of a file, each a JSON object in UTF-8 on one line: what Sluice would make that row of. A record's
    /// offset is its row's number, from 0. The same file gives the same records. Memory is bounded by a row group, not
    /// by the file.
    ///
    /// @param id             the records' source
    /// @param name           what messages call the file
    /// @param recordBytesMax the longest record; a longer one is an [InputException]
    /// @throws InputException naming the file, and the column if it is one's, when the rows cannot be told in JSON
    /// @throws IOException    when `file` throws it
    RecordInput open(String id, String name, RangedBytes file, int recordBytesMax) throws IOException;

    /// Returns the number of rows that the file says it has, by a reader that shares nothing with [#open] and [#copy]:
    /// what they do is checked against it.
    ///
    /// @param name what messages call the file
    /// @throws InputException naming the file when it cannot be read
    /// @throws IOException    when `file` throws it
    long count(String name, RangedBytes file) throws IOException;

    /// Writes a file without some of its rows; the others keep their values, and the file its columns.
    ///
    /// @param name    what messages call the file
    /// @param without numbers of the rows that are left out, from 0
    /// @param out     not closed
    /// @throws InputException naming the file when it cannot be read, or not be written
    /// @throws IOException    when `file` or `out` throws it
    void copy(String name, RangedBytes file, BitSet without, OutputStream out) throws IOException;
}
