package io.sluice.compaction;

import io.sluice.convert.RowFormat;
import io.sluice.convert.RowReaders;
import io.sluice.input.RowFiles;

/// The ports that files of rows are written and read with.
///
/// @param format  writes them
/// @param readers read them again, row by row
/// @param files   tells how many rows a file has, by code that the other two do not use
public record RowPorts(RowFormat format, RowReaders readers, RowFiles files) {}
