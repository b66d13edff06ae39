package io.sluice.simulation.events;

import io.sluice.landing.LandingLog;
import io.sluice.landing.Landing;
import io.sluice.objects.ObjectStore;
import io.sluice.simulation.Choices;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// One lane: records that wait, and commits, whose landings are put one after the other.
final class Lane {
    private static final int COMMITS_APART_MAX = 3;
    private static final int OBJECT_RECORDS_MAX = 3;

    private final String name;
    private final List<Arrived> waiting = new ArrayList<>();
    private final List<Commit> commits = new ArrayList<>();
    private final Map<Long, Commit> byVersion = new HashMap<>();
    /// The last version that anything landed with.
    private long last;
    /// How many landings were put.
    private int put;
    private final Set<Long> removed = new HashSet<>();

    Lane(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    void accept(Arrived record) {
        waiting.add(record);
    }

    /// Commits what waits, or some of it: objects of records of one date each, in any order of their arrivals.
    ///
    /// @param all whether nothing may be left
    void commit(Choices choices, long now, boolean all) {
        Map<Optional<LocalDate>, List<Arrived>> byDate = new TreeMap<>(
                (one, other) -> one.map(LocalDate::toEpochDay).orElse(0L).compareTo(
                        other.map(LocalDate::toEpochDay).orElse(0L)));
        List<Arrived> taken = waiting.stream().filter(_ -> all || !choices.oneIn(4)).toList();
        waiting.removeAll(taken);
        taken.forEach(record -> byDate.computeIfAbsent(
                choices.oneIn(12) ? Optional.empty() : Optional.of(record.date()), _ -> new ArrayList<>())
                .add(record));
        long version = version() + choices.between(1, COMMITS_APART_MAX);
        List<Written> objects = new ArrayList<>();
        byDate.forEach((date, records) -> {
            for (int from = 0; from < records.size(); from += OBJECT_RECORDS_MAX) {
                String folder = date.map(day -> EventStream.FOLDER + day).orElse("errors/date=2024-10-04");
                objects.add(new Written(folder + "/" + name + "-" + version + "-" + objects.size(), date,
                        records.subList(from, Math.min(records.size(), from + OBJECT_RECORDS_MAX))));
            }
        });
        if (!objects.isEmpty()) {
            add(new Commit(version, last, now, objects));
            last = version;
        }
    }

    /// A recovery chooses that nothing landed with a version.
    void recover(long now) {
        add(new Commit(version() + 1, last, now, List.of()));
    }

    private void add(Commit commit) {
        commits.add(commit);
        byVersion.put(commit.version(), commit);
    }

    /// The last version.
    long version() {
        return commits.isEmpty() ? 0 : commits.getLast().version();
    }

    /// Puts the next landing, if there is one.
    void put(ObjectStore staging) {
        if (put < commits.size()) {
            new LandingLog(name, staging).put(commits.get(put).landing(name));
            put++;
        }
    }

    boolean isAllPut() {
        return put == commits.size();
    }

    /// The commit whose landing is put as the one of that number, from 0.
    Commit commit(int number) {
        return commits.get(number);
    }

    /// Whether the landing of a version was put.
    boolean isPut(long version) {
        return byVersion.containsKey(version) && (put == commits.size() || version < commits.get(put).version());
    }

    /// How many landings were put.
    int landings() {
        return put;
    }

    /// Those that anything landed with, of the first that were put.
    List<Commit> landed(int count) {
        return commits.subList(0, count).stream().filter(each -> !each.objects().isEmpty()).toList();
    }

    /// The commit of a version that anything landed with, whose landing was put.
    Optional<Commit> landed(long version) {
        return Optional.ofNullable(byVersion.get(version)).filter(each -> isPut(version) && !each.objects().isEmpty());
    }

    /// Of all records that are in no object which a landing tells.
    List<Arrived> untold() {
        List<Arrived> untold = new ArrayList<>(waiting);
        commits.subList(put, commits.size())
                .forEach(each -> each.objects().forEach(object -> untold.addAll(object.records())));
        return untold;
    }

    /// The version of the oldest landing that is kept and may be removed; the last one that tells anything stays.
    Optional<Long> oldest() {
        List<Commit> landed = landed(put);
        long last = landed.isEmpty() ? 0 : landed.getLast().version();
        return commits.subList(0, put).stream().map(Commit::version)
                .filter(version -> version < last && !removed.contains(version)).findFirst();
    }

    void remove(long version, ObjectStore staging) {
        removed.add(version);
        staging.delete(List.of(Landing.key(name, version)));
    }

    boolean isRemoved(long version) {
        return removed.contains(version);
    }
}
