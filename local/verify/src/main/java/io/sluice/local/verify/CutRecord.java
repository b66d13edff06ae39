package io.sluice.local.verify;

import java.util.Optional;

/// A record of an input.
///
/// @param offset  of its first byte, decompressed; of a row of Parquet, its number
/// @param refused `errorCode`, where what reads the input sees that it is none
record CutRecord(long offset, byte[] data, Optional<String> refused) {
    CutRecord(long offset, byte[] data) {
        this(offset, data, Optional.empty());
    }
}
