package io.sluice.local.verify;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The content of error objects, known before the input is read: which records were given up that only the stream's own
/// steps can give up, and how the rest of an input that can't be read was kept. A hash and a count for each different
/// one. Not safe for concurrent use.
final class ErrorRaws {
    private final Map<UnitHash, Long> unconverted = new HashMap<>();
    private final Map<UnitHash, Long> all = new HashMap<>();
    private final Set<Integer> lengths = new TreeSet<>((a, b) -> b - a);
    private final UnitDigest digest = new UnitDigest();
    private Map<UnitHash, Long> left = new HashMap<>();

    void add(String code, byte[] raw) {
        lengths.add(raw.length);
        UnitHash hash = hash(raw);
        all.merge(hash, 1L, Long::sum);
        if (code.startsWith(UnitDigest.UNCONVERTED)) {
            unconverted.merge(hash, 1L, Long::sum);
        }
    }

    /// Starts over with the input.
    void rewind() {
        left = new HashMap<>(unconverted);
    }

    /// Takes one of these records, and returns true if one more of them was not converted.
    boolean takeUnconverted(byte[] raw) {
        UnitHash hash = hash(raw);
        long times = left.getOrDefault(hash, 0L);
        left.put(hash, times - 1);
        return times > 0;
    }

    /// Lengths of what error records hold, the longest first.
    Set<Integer> lengths() {
        return lengths;
    }

    boolean has(byte[] raw) {
        return all.containsKey(hash(raw));
    }

    private UnitHash hash(byte[] raw) {
        UnitHash[] hash = new UnitHash[1];
        digest.update(raw, 0, raw.length);
        digest.finishTo((unit, _) -> hash[0] = unit);
        return hash[0];
    }
}
