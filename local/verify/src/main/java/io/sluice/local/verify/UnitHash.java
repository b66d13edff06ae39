package io.sluice.local.verify;

/// Stands for the bytes of a unit: the first 128 bits of their SHA-256.
record UnitHash(long high, long low) {}
