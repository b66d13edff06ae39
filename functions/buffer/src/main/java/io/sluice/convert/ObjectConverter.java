package io.sluice.convert;

import io.sluice.reject.CatalogTable;
import io.sluice.objects.ObjectKey;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/// Makes objects out of records, all in one way. The same records give the same object and the same rejects, whenever
/// and wherever it is made. Safe for concurrent use.
public interface ObjectConverter {
    /// One object in the making; belongs to one thread.
    interface Draft extends AutoCloseable {
        /// Adds a record, or all records that its bytes hold, or none of them.
        ///
        /// @return why it cannot be in the object; empty when it is
        /// @throws IOException when the object cannot be written
        Optional<Reject> add(byte[] record) throws IOException;

        /// Completes the object.
        void finish() throws IOException;

        /// Frees what the draft holds. One that was not finished leaves bytes behind that are no object.
        @Override
        void close() throws IOException;
    }

    /// Begins an object.
    ///
    /// @param key its own
    /// @param out receives its bytes; not closed
    Draft begin(ObjectKey key, OutputStream out) throws IOException;

    /// The table that records are held against, as error records name it; empty when it is not in a catalog.
    Optional<CatalogTable> table();
}
