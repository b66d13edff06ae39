package io.sluice.iceberg;

import io.sluice.objects.ObjectKey;
import io.sluice.testkit.requests.Requests;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/// A chain in memory.
final class MemoryChain {
    final String name;
    private final ConcurrentSkipListMap<Long, Step> steps = new ConcurrentSkipListMap<>();
    private long last;

    MemoryChain(String name) {
        this.name = name;
    }

    long last() {
        return last;
    }

    void landed(DataObject... objects) {
        add(version -> new Step.Landed(version, last, List.of(objects)));
    }

    void replaced(Map<String, Long> heads, List<String> sources, DataObject... made) {
        add(version -> new Step.Replaced(version, last, heads, keys(sources), List.of(made)));
    }

    void removed(Map<String, Long> heads, String... keys) {
        add(version -> new Step.Removed(version, last, heads, keys(List.of(keys))));
    }

    private void add(java.util.function.LongFunction<Step> step) {
        // Commits that saw nothing land have no entry.
        long version = last + 2;
        steps.put(version, step.apply(version));
        last = version;
    }

    /// Removes the entries up to a version; the last one stays.
    ///
    /// @return the keys that they said to be gone
    List<ObjectKey> forget(long upTo) {
        var old = steps.headMap(Math.min(upTo, last - 1), true);
        List<ObjectKey> gone = old.values().stream().flatMap(step -> step.gone().stream()).toList();
        old.clear();
        return gone;
    }

    Chain read(Requests requests) {
        return new Chain() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Stream<Step> after(long version) {
                return requests.read(() -> "LIST " + name, () -> List.copyOf(steps.tailMap(version, false).values()))
                        .stream();
            }
        };
    }

    private static List<ObjectKey> keys(List<String> keys) {
        return keys.stream().map(ObjectKey::new).toList();
    }
}
