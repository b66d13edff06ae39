package io.sluice.benchmarks.ports;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.HexFormat;
import java.util.Optional;

/// Keys and their fingerprints (128 bits in hexadecimal digits), off the heap. Keys are told apart by 64 bits of hash.
/// For one thread at a time.
final class FingerprintTable {
    private static final int LONGS = 3;
    private static final int DIGITS = 16;

    private final LongBuffer slots;
    private final int mask;

    /// @param keysMax how many keys it takes
    FingerprintTable(int keysMax) {
        int capacity = Integer.highestOneBit(Math.max(16, keysMax)) << 2;
        this.mask = capacity - 1;
        this.slots = ByteBuffer.allocateDirect(capacity * LONGS * Long.BYTES).asLongBuffer();
    }

    /// @return false when the key is there already
    boolean putIfAbsent(String key, String fingerprint) {
        long hash = hash(key);
        int slot = slot(hash);
        if (slots.get(slot) != 0) {
            return false;
        }
        slots.put(slot, hash);
        slots.put(slot + 1, HexFormat.fromHexDigitsToLong(fingerprint, 0, DIGITS));
        slots.put(slot + 2, HexFormat.fromHexDigitsToLong(fingerprint, DIGITS, 2 * DIGITS));
        return true;
    }

    Optional<String> get(String key) {
        int slot = slot(hash(key));
        return slots.get(slot) == 0
                ? Optional.empty()
                : Optional.of(HexFormat.of().toHexDigits(slots.get(slot + 1))
                        + HexFormat.of().toHexDigits(slots.get(slot + 2)));
    }

    /// Returns the place where the hash is, or would be.
    private int slot(long hash) {
        int at = (int) (hash >>> 32) & mask;
        while (slots.get(at * LONGS) != 0 && slots.get(at * LONGS) != hash) {
            at = (at + 1) & mask;
        }
        return at * LONGS;
    }

    /// Never 0, which marks an empty slot.
    private static long hash(String key) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
        }
        hash ^= hash >>> 29;
        hash *= 0xbf58476d1ce4e5b9L;
        hash ^= hash >>> 32;
        return hash == 0 ? 1 : hash;
    }
}
