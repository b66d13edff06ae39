package io.sluice.iceberg;

import io.sluice.iceberg.FileReading.Outcome;
import io.sluice.landing.LogBegunAnewException;
import io.sluice.objects.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.jspecify.annotations.Nullable;

/// A run of the registrar. Each attempt begins with the table as it is now: what another did, and what an attempt did
/// whose answer was lost, is in its marks. For one thread.
final class RegistrarRun {
    /// The time for which the table is asked for each path, where objects were added that are told of later: since
    /// marks were lost and not all entries are in one commit, or since they were found before they landed.
    private static final Duration VERIFY = Duration.ofDays(7);
    /// By how much clocks may differ.
    private static final Duration CLOCKS = Duration.ofMinutes(15);

    private final RegisteredTable table;
    private final TableOperations operations;
    private final List<Chain> chains;
    private final Optional<Inventory> inventory;
    private final FileReading reading;
    private final Bucket bucket;
    private final SnapshotRules rules;
    private final InstantSource clock;
    private final ExecutorService workers;
    private final TableObjects there;
    private final Attempts attempts = new Attempts();
    /// Whether what is at the marks was made before they were moved.
    private boolean sameLogs;
    /// By chain, the first entry that cannot be applied.
    private final Map<String, Long> stuck = new HashMap<>();
    private final Set<Entries.Gap> gaps = new HashSet<>();
    private final Set<Entries.Gap> filled = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private Optional<Read> read = Optional.empty();
    private Optional<Gone> gone = Optional.empty();
    private Map<String, Long> marks = Map.of();
    /// Those that the last commit moved.
    private Map<String, Long> committed = Map.of();
    private int added;
    private int removed;
    /// The table had nothing when this began.
    private final boolean fresh;
    private int known;

    RegistrarRun(RegisteredTable table, TableOperations operations, List<Chain> chains, Optional<Inventory> inventory,
            FileReading reading, Bucket bucket, SnapshotRules rules, InstantSource clock, ExecutorService workers) {
        this.table = table;
        this.operations = operations;
        this.chains = chains;
        this.inventory = inventory;
        this.reading = reading;
        this.bucket = bucket;
        this.fresh = operations.current().currentSnapshot() == null;
        this.there = new TableObjects(bucket, operations.io());
        this.rules = rules;
        this.clock = clock;
        this.workers = workers;
    }

    /// Entries that were read behind marks.
    private record Read(Marks from, List<Entries> entries) {}

    /// What is no data file any more.
    ///
    /// @param at marks of the table that were read before
    private record Gone(Map<String, Long> at, Set<ObjectKey> keys) {}

    /// One attempt at a commit of what is new.
    ///
    /// @return false when there is nothing to do, or [#openGaps] are to be filled first
    boolean step(int objectsMax) {
        TableMetadata base = base();
        Instant now = clock.instant();
        Marks from = marks(base);
        if (!from.reached(committed)) {
            throw new UnusableTableException("table " + table.name() + " took a commit and did not keep its marks "
                    + committed + "; another writer, or its catalog, changes its properties");
        }
        committed = Map.of();
        marks = from.versions();
        Read current = read.filter(each -> each.from.equals(from)).orElseGet(() -> behind(from, objectsMax));
        read = Optional.of(current);
        if (!sameLogs && current.entries.stream().anyMatch(entries -> !entries.steps().isEmpty())) {
            requireSameLogs(base, from);
            sameLogs = true;
        }
        current.entries.forEach(entries -> entries.gap().ifPresent(gaps::add));
        Plan plan = Plan.of(from, current.entries);
        return openGaps().isEmpty() && !plan.marks().isEmpty() && apply(base, from, plan, now);
    }

    private Read behind(Marks from, int objectsMax) {
        try {
            return new Read(from, chains.stream().map(chain -> Entries.read(chain, from.of(chain.name()),
                    Optional.ofNullable(stuck.get(chain.name())), objectsMax)).toList());
        } catch (LogBegunAnewException e) {
            throw begunAnew(e.getMessage());
        }
    }

    /// A log that began anew may have grown as far as the marks by now: what it has there was made after they were
    /// moved.
    private void requireSameLogs(TableMetadata base, Marks from) {
        Optional<Instant> latest = Marks.movedAt(base).map(moved -> moved.plus(CLOCKS));
        for (Chain chain : latest.isEmpty() ? List.<Chain>of() : chains) {
            long mark = from.of(chain.name());
            if (mark > 0 && chain.at(mark).filter(latest.get()::isBefore).isPresent()) {
                throw begunAnew("entry " + mark + " of " + chain.name() + " was made after it was read");
            }
        }
    }

    private UnusableTableException begunAnew(@Nullable String why) {
        return new UnusableTableException("table " + table.name()
                + " has what landed before its stream was made anew: "
                + why + ". Drop the table: it is made again of what landed since, and `./sluice iceberg"
                + " register --from PREFIX` adds what is there of before. Or restore landings/ of the staging"
                + " bucket, if it is gone by mistake");
    }

    /// Gaps in the chains that nothing was done about.
    List<Entries.Gap> openGaps() {
        return gaps.stream().filter(gap -> !filled.contains(gap)).toList();
    }

    /// Goes on behind gaps.
    ///
    /// @param looked when the table has what is there now
    void fill(List<Entries.Gap> open, boolean looked) {
        filled.addAll(open);
        open.forEach(gap -> problems.add(gap.problem(looked)));
    }

    /// Adds those of some objects that are not in the table, and moves no mark. What entries say to be gone is left
    /// out: it waits to be deleted, or was told to go after it was listed.
    void backfill(List<DataObject> objects) {
        boolean done = false;
        while (!done) {
            TableMetadata base = base();
            Instant now = clock.instant();
            Marks from = marks(base);
            Set<ObjectKey> gone = gone(from);
            Map<ObjectKey, DataFile> known = there.find(base, objects, Set.of());
            Map<ObjectKey, Outcome> outcomes = reading.of(objects.stream()
                    .filter(object -> !known.containsKey(object.key()) && !gone.contains(object.key())).toList(),
                    base.schema(), base.spec());
            outcomes.forEach((key, outcome) -> {
                if (outcome instanceof Outcome.Unreadable(String reason)) {
                    problem(key, reason, "restore or delete it, or have the prefix leave it out, and do this again");
                }
            });
            List<DataFile> files = readable(outcomes);
            if (files.isEmpty()) {
                this.known += known.size();
                return;
            }
            // What shows that marks are lost may expire with this commit: so it is told.
            CommitStage stage = new CommitStage(operations, base, now,
                    from.doubtful() ? from.versions() : Map.of(), workers);
            stage.append(files);
            done = attempts.commit(operations, base, stage.finish(rules, Marks.verify(now.plus(VERIFY)), false),
                    _ -> false);
            added += done ? files.size() : 0;
            this.known += done ? known.size() : 0;
        }
        reading.forget();
    }

    /// Read again where another applied what may not have been told before.
    private Set<ObjectKey> gone(Marks from) {
        if (gone.filter(each -> each.at.equals(from.versions())).isEmpty()) {
            gone = Optional.of(new Gone(from.versions(), chains.stream().flatMap(chain -> chain.gone().stream())
                    .collect(Collectors.toSet())));
        }
        return gone.orElseThrow().keys;
    }

    /// Removes the snapshots that the rules keep no more, if there are some.
    ///
    /// @return how many
    int expire() {
        while (true) {
            TableMetadata base = base();
            Instant now = clock.instant();
            int expired = rules.expired(base, now).size();
            if (expired == 0) {
                return 0;
            }
            // As with a backfill: what shows that marks are lost may expire.
            Marks from = marks(base);
            CommitStage stage = new CommitStage(operations, base, now,
                    from.doubtful() ? from.versions() : Map.of(), workers);
            Map<String, String> properties = from.doubtful() ? Marks.verify(now.plus(VERIFY)) : Map.of();
            if (attempts.commit(operations, base, stage.finish(rules, properties, false), _ -> false)) {
                return expired;
            }
        }
    }

    Registration registration(boolean more) {
        Optional.ofNullable(operations.current().properties().get(Entries.Gap.OPEN)).map(Entries.Gap::open)
                .ifPresent(problems::add);
        boolean waits = read.map(each -> Plan.of(each.from, each.entries).more()).orElse(false);
        return new Registration(attempts.commits(), added, removed, known, marks, problems.stream().distinct().toList(),
                more || waits || !stuck.isEmpty());
    }

    private Marks marks(TableMetadata base) {
        return Marks.of(base, chains.stream().map(Chain::name).toList());
    }

    private TableMetadata base() {
        TableMetadata base = operations.refresh();
        table.requireOwn(base);
        return base;
    }

    /// @return true: there may be more to do
    private boolean apply(TableMetadata base, Marks from, Plan plan, Instant now) {
        Set<ObjectKey> gone = Stream.concat(plan.replaced().stream(), plan.removed().stream())
                .collect(Collectors.toSet());
        Map<ObjectKey, DataFile> known = there.find(base, from.doubtful() ? plan.added().toList() : List.of(), gone);
        // Where marks are lost, so may be the entry that replaced what landed.
        Predicate<ObjectKey> shown = from.doubtful()
                ? inventory.map(Inventory::shown).orElse(_ -> true)
                : _ -> true;
        // What is there under a path that goes is another object than the one that comes.
        List<DataObject> coming = plan.added()
                .filter(object -> gone.contains(object.key()) || !known.containsKey(object.key()))
                .filter(object -> !plan.landed().containsKey(object.key()) || shown.test(object.key())).toList();
        Map<ObjectKey, Outcome> outcomes = reading.of(coming, base.schema(), base.spec());
        if (stops(plan, outcomes)) {
            read = Optional.empty();
            return true;
        }
        Map<ObjectKey, DataFile> files = new HashMap<>();
        outcomes.forEach((key, outcome) -> {
            switch (outcome) {
                case Outcome.Described(DataFile file) -> files.put(key, file);
                case Outcome.Missing() -> problem(key, "it is not there any more",
                        "nothing, where it was deleted on purpose");
                case Outcome.Unreadable _ -> throw new IllegalStateException(key + " was to stop its chain");
            }
        });
        commit(base, from, plan, FileChanges.of(plan, known, files), now);
        return true;
    }

    private void commit(TableMetadata base, Marks from, Plan plan, FileChanges changes, Instant now) {
        CommitStage stage = new CommitStage(operations, base, now,
                from.doubtful() ? from.moved(plan.marks()) : plan.marks(), workers);
        changes.stage(stage);
        // What is there now was looked for; what comes later was never in the table.
        boolean waits = plan.more() || !stuck.isEmpty();
        Map<String, String> properties = new HashMap<>(from.doubtful() && waits
                ? Marks.verify(now.plus(VERIFY))
                : waits ? Map.of() : Marks.verified(base, now));
        // Told until the table is made again, whoever reads what this run says.
        filled.stream().filter(gap -> gap.lake() && !fresh).findFirst()
                .ifPresent(gap -> properties.put(Entries.Gap.OPEN, gap.text()));
        TableMetadata staged = stage.finish(rules, properties, !plan.removed().isEmpty());
        if (attempts.commit(operations, base, staged, current -> marks(current).reached(plan.marks()))) {
            added += changes.added();
            removed += changes.removed();
            committed = plan.marks();
            reading.forget();
        }
    }

    /// Has chains end before what cannot be read, so that it is not lost.
    private boolean stops(Plan plan, Map<ObjectKey, Outcome> outcomes) {
        boolean stops = false;
        for (Map.Entry<ObjectKey, Outcome> each : outcomes.entrySet()) {
            if (each.getValue() instanceof Outcome.Unreadable(String reason)) {
                Plan.Origin origin = plan.origin(each.getKey());
                stuck.merge(origin.chain(), origin.version(), Math::min);
                problem(each.getKey(), reason,
                        origin.chain() + " stands still before entry " + origin.version()
                                + "; restore the object, or delete it to go on without it");
                stops = true;
            }
        }
        return stops;
    }

    private void problem(ObjectKey key, String what, String remedy) {
        problems.add(bucket.uri(key) + ": " + what + ". To do: " + remedy);
    }

    private static List<DataFile> readable(Map<ObjectKey, Outcome> outcomes) {
        return outcomes.values().stream().filter(Outcome.Described.class::isInstance)
                .map(each -> ((Outcome.Described) each).file()).toList();
    }
}
