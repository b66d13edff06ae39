package io.sluice.local.serve.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/// The files of a journal, as far as it needs a file system.
public interface JournalFolder {
    /// The names of all files, in any order.
    List<String> names() throws IOException;

    /// Makes an empty file that is there after a power failure too.
    File create(String name) throws IOException;

    File open(String name) throws IOException;

    /// Deletes a file, if it is there; holds after a power failure too.
    void delete(String name) throws IOException;

    /// Gives a file another name, in the place of the one that has it; holds after a power failure too.
    void replace(String name, String with) throws IOException;

    /// One file. Reading beside one writer is safe.
    interface File extends Closeable {
        long size() throws IOException;

        /// Writes all of `bytes` at `position`.
        void write(long position, ByteBuffer bytes) throws IOException;

        /// Fills `into` from `position` on.
        ///
        /// @throws java.io.EOFException when the file ends before it is full
        void read(long position, ByteBuffer into) throws IOException;

        /// Returns when what was written is on the disk.
        void force() throws IOException;

        void truncate(long size) throws IOException;
    }
}
