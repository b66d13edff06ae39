package io.sluice.simulation.lake;

import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.simulation.Delivered;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The objects that flush runs and compactions wrote, and which of them were taken away again.
final class Targets {
    private final MemoryObjectStore bucket;
    private final Predicate<String> isDelivered;
    private final Map<String, byte[]> written = new TreeMap<>();
    private final Map<String, byte[]> removed = new TreeMap<>();
    private final Map<String, List<String>> rows = new HashMap<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<String> provenGone = new HashSet<>();

    /// Whether an object may be removed by who removes it.
    @FunctionalInterface
    interface Licence {
        /// @throws Violation when it may not
        void check(ObjectInfo object);

        /// Whether it stays for a reader that is waited for, also where that was told by others.
        default boolean waits(ObjectInfo object) {
            return true;
        }
    }

    /// @param isDelivered tells what flush runs write from what is made of it, by its key
    Targets(World world, Predicate<String> isDelivered) {
        this.bucket = world.dataBucket();
        this.isDelivered = isDelivered;
    }

    /// Whether the stream's table reads it.
    static boolean isStreams(String key) {
        return key.startsWith("c0/k=");
    }

    /// A run created an object: a new one, or one of the same bytes where one was removed.
    void created(ObjectKey key, byte[] bytes) {
        byte[] before = written.putIfAbsent(key.value(), bytes);
        if (before != null && !Arrays.equals(before, bytes)) {
            throw new Violation("other bytes for " + key + ", which was removed");
        }
        for (String row : rows(key.value(), bytes)) {
            if (provenGone.contains(row)) {
                throw new Violation(
                        row + " comes back in " + key + ", although an erasure that found nothing proved it gone");
            }
        }
    }

    void removes(ObjectKey key, Licence licence) {
        bucket.head(key).ifPresent(info -> {
            if (!wasWritten(key.value())) {
                throw new Violation("REMOVE of " + key + ", which no run wrote");
            }
            licence.check(info);
            byte[] bytes = bucket.get(key);
            removed.put(key.value(), bytes);
            gone.addAll(rows(key.value(), bytes));
        });
    }

    /// What it was compacted to takes the place of that object.
    void replaced(ObjectKey key, byte[] bytes) {
        removed.put(key.value(), bytes);
    }

    /// Whether a run wrote it.
    boolean wasWritten(String key) {
        return written.containsKey(key);
    }

    /// From now on none of these may be written again.
    void provedGone(Set<String> texts) {
        provenGone.addAll(texts);
    }

    /// Whether an object with that row was ever removed.
    boolean isGone(String row) {
        return gone.contains(row);
    }

    /// The keys of all that flush runs ever wrote.
    Stream<String> everDelivered() {
        return written.keySet().stream().filter(isDelivered);
    }

    /// All that was ever delivered, by key: what is in the bucket, and what was removed.
    Map<String, byte[]> delivered() {
        Map<String, byte[]> all = new TreeMap<>(removed);
        bucket.contents().forEach((key, bytes) -> {
            if (written.containsKey(key)) {
                all.put(key, bytes);
            }
        });
        all.keySet().removeIf(isDelivered.negate());
        return all;
    }

    /// The rows of all that was ever delivered, error objects included.
    Set<String> deliveredRows() {
        Set<String> all = new HashSet<>();
        delivered().forEach((key, bytes) -> all.addAll(rows(key, bytes)));
        return all;
    }

    /// The rows of an object, which are read once where it is as it was written.
    List<String> rows(String key, byte[] bytes) {
        return Arrays.equals(written.get(key), bytes)
                ? rows.computeIfAbsent(key, _ -> read(key, bytes))
                : read(key, bytes);
    }

    /// The rows that a run wrote.
    List<String> rowsAsWritten(String key) {
        return rows(key, Objects.requireNonNull(written.get(key)));
    }

    private static List<String> read(String key, byte[] bytes) {
        return Delivered.lines(key, bytes).stream().map(Delivered.Line::output).toList();
    }
}
