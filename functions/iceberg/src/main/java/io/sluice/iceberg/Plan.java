package io.sluice.iceberg;

import io.sluice.objects.ObjectKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What entries of the chains together make of a table: a pure function of them. Whatever comes and goes within it is
/// never added.
///
/// @param marks    those that move, and where to
/// @param landed   to be added
/// @param made     to be added in place of the replaced ones
/// @param replaced data files no more, since others hold what is in them; those that the table does not know do not
///        matter
/// @param removed  data files no more, and soon no objects
/// @param origins  the entry that each object to be added is of
/// @param more     when entries wait for others, or were not read
record Plan(Map<String, Long> marks, Map<ObjectKey, DataObject> landed, Map<ObjectKey, DataObject> made,
        Set<ObjectKey> replaced, Set<ObjectKey> removed, Map<ObjectKey, Origin> origins, boolean more) {
    /// The entry of a chain.
    record Origin(String chain, long version) {}

    /// @param from the marks that the entries were read behind
    static Plan of(Marks from, List<Entries> read) {
        return new Folding(from, read).plan();
    }

    /// All objects that may be added.
    Stream<DataObject> added() {
        return Stream.concat(landed.values().stream(), made.values().stream());
    }

    /// The entry that an object to be added is of.
    ///
    /// @throws IllegalArgumentException when it is of none
    Origin origin(ObjectKey key) {
        return Optional.ofNullable(origins.get(key))
                .orElseThrow(() -> new IllegalArgumentException(key + " is not to be added"));
    }

    /// The state of a fold.
    private static final class Folding {
        private final Marks from;
        private final List<Entries> read;
        private final Map<String, Long> marks = new HashMap<>();
        private final Map<ObjectKey, DataObject> landed = new LinkedHashMap<>();
        private final Map<ObjectKey, DataObject> made = new LinkedHashMap<>();
        private final Set<ObjectKey> replaced = new LinkedHashSet<>();
        private final Set<ObjectKey> removed = new LinkedHashSet<>();
        private final Map<ObjectKey, Origin> origins = new HashMap<>();

        Folding(Marks from, List<Entries> read) {
            this.from = from;
            this.read = read;
        }

        Plan plan() {
            boolean moved = true;
            while (moved) {
                moved = false;
                for (Entries entries : read) {
                    for (Step step : entries.steps()) {
                        if (step.version() > mark(entries.chain())) {
                            if (!reached(step.after())) {
                                break;
                            }
                            apply(new Origin(entries.chain(), step.version()), step);
                            moved = true;
                        }
                    }
                }
            }
            boolean more = read.stream().anyMatch(entries -> entries.more()
                    || entries.steps().stream().anyMatch(step -> step.version() > mark(entries.chain())));
            if (from.doubtful()) {
                leaveOutWhatGoes();
            }
            return new Plan(marks, landed, made, replaced, removed, origins, more);
        }

        private long mark(String chain) {
            return marks.getOrDefault(chain, from.of(chain));
        }

        private boolean reached(Map<String, Long> heads) {
            return heads.entrySet().stream().allMatch(each -> mark(each.getKey()) >= each.getValue());
        }

        private void apply(Origin origin, Step step) {
            marks.put(origin.chain(), origin.version());
            step.gone().forEach(key -> {
                landed.remove(key);
                made.remove(key);
            });
            switch (step) {
                case Step.Landed(long _, long _, List<DataObject> objects) -> add(origin, objects, landed);
                case Step.Replaced step2 -> {
                    // What was told to go before is deleted, and cannot be replaced, too.
                    step2.sources().stream().filter(key -> !removed.contains(key)).forEach(replaced::add);
                    add(origin, step2.made(), made);
                }
                case Step.Removed step2 -> {
                    replaced.removeAll(step2.keys());
                    removed.addAll(step2.keys());
                }
            }
        }

        private void add(Origin origin, List<DataObject> objects, Map<ObjectKey, DataObject> to) {
            objects.forEach(object -> {
                to.put(object.key(), object);
                origins.put(object.key(), origin);
            });
        }

        /// Where marks are lost, the table may have what an entry that waits puts in their place.
        private void leaveOutWhatGoes() {
            read.stream().flatMap(entries -> entries.steps().stream().filter(
                    step -> step.version() > mark(entries.chain()))).flatMap(step -> step.gone().stream())
                    .forEach(landed::remove);
        }
    }
}
