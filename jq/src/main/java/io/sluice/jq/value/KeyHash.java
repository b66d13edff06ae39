package io.sluice.jq.value;

import java.util.concurrent.ThreadLocalRandom;

/// Hashes of keys that no sender of records can choose to be equal, as it can those of [String#hashCode]: a polynomial
/// of the key's characters modulo the prime 2^61 - 1, at a place that is drawn once for the process. Two keys of n
/// characters have the same hash at n of all 2^61 places at most.
final class KeyHash {
    private static final int BITS = 61;
    private static final long PRIME = (1L << BITS) - 1;
    private static final long PLACE = ThreadLocalRandom.current().nextLong(1L << 32, PRIME);

    private KeyHash() {}

    static int of(String key) {
        long hash = 1;
        for (int i = 0; i < key.length(); i++) {
            hash = reduced(product(hash, PLACE) + key.charAt(i));
        }
        return Long.hashCode(product(hash, PLACE));
    }

    /// Congruent to the product, and below 2^62.
    private static long product(long a, long b) {
        long low = a * b;
        long high = Math.multiplyHigh(a, b);
        return (low & PRIME) + ((low >>> BITS) | (high << (Long.SIZE - BITS)));
    }

    private static long reduced(long number) {
        return (number & PRIME) + (number >>> BITS);
    }
}
