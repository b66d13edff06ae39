package io.sluice.simulation.lake;

import io.sluice.flush.OpenDeliveries;
import io.sluice.layout.KeyEncoding;
import io.sluice.objects.ObjectInfo;
import io.sluice.retention.KeyValue;
import io.sluice.retention.RemovalMode;
import io.sluice.retention.RemovalReport;
import io.sluice.retention.Retention;
import io.sluice.retention.RetentionException;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.RetentionRules;
import io.sluice.retention.RetentionSettings;
import io.sluice.simulation.Actor;
import io.sluice.simulation.Choices;
import io.sluice.simulation.Configuration;
import io.sluice.simulation.RareState;
import io.sluice.simulation.SimulatedBatch;
import io.sluice.simulation.SimulatedRecord;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Makes invocations of the retention function that change rules and that remove what is older.
final class Retentions {
    private final Lake lake;
    private final World world;
    private final List<SimulatedBatch> batches;
    private int runs;
    /// When the latest run began.
    private Instant began = Instant.MIN;

    /// @param batches what the stream's source sends, as it is known by now
    Retentions(Lake lake, List<SimulatedBatch> batches) {
        this.lake = lake;
        this.batches = batches;
        this.world = lake.world();
    }

    /// What retention and erasure depend on in a world.
    static RetentionSettings settings(Lake lake, Optional<Integer> days) {
        Configuration configuration = lake.world().configurations().getFirst();
        return new RetentionSettings(World.STREAM, configuration.expression(), configuration.errorPrefix(),
                KeyEncoding.VERBATIM, Map.of(), ZoneOffset.UTC, days, lake.rules().compacted(), Optional.empty());
    }

    /// An invocation that sets a rule, or forgets one.
    Actor rule() {
        Choices choices = world.choices();
        KeyValue of = new KeyValue("k", choices.pick(Sources.KEYS));
        int days = choices.below(4);
        return lake.actor("rule " + ++runs, this::refuse, (self, ports) -> {
            Retention retention = retention(ports, world.clock());
            try {
                if (days == 0) {
                    retention.remove(of);
                } else {
                    retention.set(new RetentionRule(of, days));
                }
            } catch (RetentionException e) {
                world.trace().add(self, () -> "ends: " + e.getMessage());
            }
        });
    }

    private void refuse(ObjectInfo object) {
        throw new Violation("REMOVE of " + object.key() + " by who sets a rule");
    }

    /// A daily run, on a machine whose clock may be wrong.
    Actor run() {
        return run(world.clock().skewed(Duration.ofSeconds(world.choices().between(-120, 120))), lake.time());
    }

    /// A run that has all the time it needs.
    Actor last() {
        return run(world.clock(), Duration.ofDays(1));
    }

    private Actor run(InstantSource clock, Duration time) {
        Instant now = clock.instant();
        began = now;
        Due due = new Due(lake.rules().days(), now);
        return lake.actor("retention " + ++runs, object -> check(object, due), (self, ports) -> {
            long ends = world.clock().millis() + time.toMillis();
            Deadline deadline = () -> Duration.ofMillis(ends - world.clock().millis());
            Map<String, byte[]> before = world.dataBucket().contents();
            long version = world.ledger().current().version();
            RemovalReport report = retention(ports.withRules(heard(ports.rules(), due)), clock)
                    .run(RemovalMode.REMOVE, now, deadline);
            world.trace().add(self, () -> "ends: " + report);
            requireTrue(report, before, due);
            world.reached().note(RareState.RETENTION_MET_COMMIT, world.ledger().current().version() > version);
            world.reached().note(RareState.RETENTION_LEFT_OPEN_DELIVERY, report.inFlight() > 0);
            world.reached().note(RareState.RETENTION_WAITED_FOR_READER, report.announced() > 0);
        });
    }

    /// A run that calls itself complete and left nothing has removed all that was due and there as it began.
    private void requireTrue(RemovalReport report, Map<String, byte[]> before, Due due) {
        if (report.complete() && report.failed() + report.inFlight() + report.announced() == 0) {
            Set<String> left = world.dataBucket().contents().keySet();
            before.keySet().stream().filter(lake.rules().targets()::wasWritten).filter(due::isDue)
                    .filter(left::contains).findFirst().ifPresent(key -> {
                        throw new Violation("retention is complete, and " + key + " is due and was left: " + due);
                    });
        }
    }

    /// The days of key values' rules, as they are kept.
    private Map<String, Integer> kept() {
        return lake.retentionRules().all().stream()
                .collect(Collectors.toMap(rule -> rule.of().value(), RetentionRule::days));
    }

    /// Rules whose reader is held to those that he ought to read.
    private RetentionRules heard(RetentionRules store, Due due) {
        return new RetentionRules() {
            @Override
            public List<RetentionRule> all() {
                List<RetentionRule> read = store.all();
                due.reads(kept());
                return read;
            }

            @Override
            public void set(RetentionRule rule) {
                store.set(rule);
            }

            @Override
            public boolean remove(KeyValue of) {
                return store.remove(of);
            }
        };
    }

    /// Due by a rule that this run read, and not to be written by anybody any more.
    private void check(ObjectInfo object, Due due) {
        if (!due.isDue(object.key().value())) {
            throw new Violation("retention removes " + object.key() + ", which is not due: " + due);
        }
        lake.rules().targets().rowsAsWritten(object.key().value()).stream().flatMap(this::record)
                .filter(record -> due.keeps(record.key(), Instant.ofEpochMilli(record.arrival()))).findFirst()
                .ifPresent(young -> {
                    throw new Violation("retention removes " + object.key() + " with " + young + ", which is younger: "
                            + due);
                });
        if (world.isOpen(object.key())) {
            throw new Violation("retention removes " + object.key() + ", whose delivery is open");
        }
    }

    /// The record that a row is of, unless an operator added it.
    private Stream<SimulatedRecord> record(String row) {
        return Stream.concat(batches.stream().flatMap(batch -> batch.records().stream()),
                lake.rules().records().stream()).filter(record -> row.startsWith(record.id() + ",")).limit(1)
                .filter(SimulatedRecord::hasArrived);
    }

    private Retention retention(LakePorts ports, InstantSource clock) {
        return new Retention(settings(lake, lake.rules().days()), ports.rules(), ports.tree(),
                new OpenDeliveries(ports.buffers()), clock, lake.announcements(ports, clock));
    }

    /// @throws Violation when something that was due as the latest run began is still there
    void judge() {
        Due due = new Due(lake.rules().days(), began);
        due.reads(kept());
        world.dataBucket().contents().keySet().stream().filter(lake.rules().targets()::wasWritten).filter(due::isDue)
                .forEach(key -> {
                    throw new Violation(key + " is due and was not removed: " + due);
                });
    }
}
