package io.sluice.local.verify;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Cuts one input into records. Not safe for concurrent use.
interface Cuts extends Closeable {
    /// `errorCode` of a row that does not fit its header.
    String ROW_CODE = "Sluice.UnfitRow";
    /// `errorCode` of a document that has no array where its records are.
    String NO_ARRAY_CODE = "Sluice.NoRecordsArray";
    /// `errorCode` of what is no record up to the input's end.
    String REST_CODE = "Sluice.UnreadableRest";

    /// The next record, `null` at the end or where the input can't be read on.
    @Nullable
    CutRecord next() throws IOException;

    /// Returns why the input could not be read to its end; empty when it was.
    Optional<String> broken();

    /// Bytes that were read, decompressed.
    long offset();
}
