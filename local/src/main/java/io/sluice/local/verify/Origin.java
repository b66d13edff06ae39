package io.sluice.local.verify;

/// Where a record of the input starts.
///
/// @param name   the input's
/// @param offset in bytes, decompressed
record Origin(String name, long offset) {}
