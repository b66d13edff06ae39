package io.sluice.local.verify;

/// The place at which a record of the input starts.
///
/// @param name   the input's
/// @param offset in bytes, decompressed
record RecordOrigin(String name, long offset) {}
