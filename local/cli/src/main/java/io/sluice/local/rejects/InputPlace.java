package io.sluice.local.rejects;

import java.util.OptionalLong;

/// The place of a record in the input.
///
/// @param file   what the user calls the input
/// @param line   its first line, from 1; empty where lines don't tell it
/// @param offset its first byte, from 0, in the decompressed input; empty for a record of an error object,
///     and for a row of Parquet
public record InputPlace(String file, OptionalLong line, OptionalLong offset) {}
