package io.sluice.codec;

/// Raw bytes as deflate blocks.
///
/// @param crc      the CRC-32 of the raw bytes
/// @param rawBytes how many those were
public record DeflatedRun(byte[] bytes, int crc, long rawBytes) {}
