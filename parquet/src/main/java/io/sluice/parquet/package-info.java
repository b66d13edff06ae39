/// The writer of Parquet files, apart from the functions' own jar: only flushers of streams that convert records carry it.
@NullMarked
package io.sluice.parquet;

import org.jspecify.annotations.NullMarked;
