/// Record format conversion: what a stream's columns and deserializer make of a record's JSON, and how an object of
/// such rows is made. The writer of Parquet files is a module of its own.
@NullMarked
package io.sluice.convert;

import org.jspecify.annotations.NullMarked;
