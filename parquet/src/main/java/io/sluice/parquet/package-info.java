/// The writer of Parquet files, and the reader, apart from the functions' own jar: only flushers of streams that
/// convert records, and repartitions, carry it.
@NullMarked
package io.sluice.parquet;

import org.jspecify.annotations.NullMarked;
