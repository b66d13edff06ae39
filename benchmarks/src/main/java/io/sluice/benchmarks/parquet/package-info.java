/// The conversion of records to Parquet files, beside the same done by hand, its parts, and DuckDB's.
@NullMarked
package io.sluice.benchmarks.parquet;

import org.jspecify.annotations.NullMarked;
