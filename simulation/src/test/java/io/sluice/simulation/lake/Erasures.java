package io.sluice.simulation.lake;

import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.flush.OpenDeliveries;
import io.sluice.flush.Sweep;
import io.sluice.flush.SweepMark;
import io.sluice.index.Buffer;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.retention.EraseReport;
import io.sluice.retention.Erasure;
import io.sluice.retention.KeyValue;
import io.sluice.retention.RemovalMode;
import io.sluice.simulation.Actor;
import io.sluice.simulation.Choices;
import io.sluice.simulation.Configuration;
import io.sluice.simulation.PickyConverter;
import io.sluice.simulation.RareState;
import io.sluice.simulation.SimulatedBatch;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import io.sluice.view.OpenDays;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Makes invocations that erase a key value, and holds them to their reports.
final class Erasures {
    private final Lake lake;
    private final World world;
    private final Configuration configuration;
    private final List<SimulatedBatch> batches;
    private final List<Completed> completed = new ArrayList<>();
    private final Set<String> asked = new TreeSet<>();
    private int runs;

    /// @param batches what the stream's source sends, as it is known by now
    Erasures(Lake lake, List<SimulatedBatch> batches) {
        this.lake = lake;
        this.world = lake.world();
        this.configuration = world.configurations().getFirst();
        this.batches = batches;
    }

    /// The key values that somebody wanted erased.
    Set<String> asked() {
        return asked;
    }

    /// An invocation, on a machine whose clock may be wrong; as likely as not it repeats another one.
    Actor erase() {
        Choices choices = world.choices();
        Duration skew = Duration.ofSeconds(choices.between(-120, 120));
        String key = choices.pick(asked.isEmpty() || choices.oneIn(2) ? Sources.KEYS : List.copyOf(asked));
        return erase(key, world.clock().skewed(skew), lake.time());
    }

    /// One that has all the time it needs.
    Actor erase(String key) {
        return erase(key, world.clock(), Duration.ofDays(1));
    }

    private Actor erase(String key, InstantSource clock, Duration time) {
        int run = ++runs;
        asked.add(key);
        return lake.actor("erase " + run, licence(key), (self, ports) -> {
            long ends = world.clock().millis() + time.toMillis();
            Set<String> before = staged(key);
            Instant began = world.clock().instant();
            EraseReport report = erasure(ports, clock).erase(new KeyValue("k", key), RemovalMode.REMOVE, "erase-" + run,
                    () -> Duration.ofMillis(ends - world.clock().millis()));
            world.trace().add(self, () -> "ends: " + report);
            world.reached().note(RareState.ERASURE_INCOMPLETE, !report.complete());
            world.reached().note(RareState.ERASURE_BESIDE_OPEN_DAYS, !report.unmoved().isEmpty());
            if (report.complete()) {
                complete(key, before, began, report);
            }
        });
    }

    /// What is of the key value goes at once, whoever told that it goes.
    private static Targets.Licence licence(String key) {
        return new Targets.Licence() {
            @Override
            public void check(ObjectInfo object) {
                if (waits(object)) {
                    throw new Violation("the erasure of " + key + " removes " + object.key());
                }
            }

            @Override
            public boolean waits(ObjectInfo object) {
                return !isOf(object.key().value(), key);
            }
        };
    }

    private static boolean isOf(String object, String key) {
        return object.startsWith("c0/k=" + key + "/") || object.startsWith("large/k=" + key + "/");
    }

    /// Records of a key value that the product has accepted for delivery.
    private Set<String> staged(String key) {
        Set<String> staged = new HashSet<>();
        batches.stream().filter(SimulatedBatch::isAccepted).flatMap(batch -> batch.records().stream())
                .filter(record -> record.key().equals(key))
                .forEach(record -> staged.addAll(record.outputs(configuration.takes(record))));
        staged.addAll(lake.rules().staged(key));
        return staged;
    }

    /// An erasure that did all it could.
    ///
    /// @param before     records that were accepted before it began
    /// @param repeatFrom when one may begin that proves it
    private record Completed(String key, Set<String> before, Instant repeatFrom) {}

    /// What was accepted before a complete erasure began waits nowhere any more; and when it finds nothing, what was
    /// accepted before one that it proves never comes back.
    private void complete(String key, Set<String> before, Instant began, EraseReport report) {
        Set<String> delivered = lake.rules().targets().deliveredRows();
        before.stream().filter(row -> !delivered.contains(row)).findFirst().ifPresent(row -> {
            throw new Violation("the erasure of " + key + " is complete, and " + row + " still waits to be delivered");
        });
        requireRemoved(key, before, began);
        if (report.removed().objects() == 0) {
            world.reached().note(RareState.ERASURE_PROVED_EARLIER_ONE, completed.stream()
                    .anyMatch(each -> each.key.equals(key) && !began.isBefore(each.repeatFrom)));
            completed.stream().filter(each -> each.key.equals(key) && !began.isBefore(each.repeatFrom))
                    .forEach(each -> lake.rules().targets().provedGone(each.before));
        }
        completed.add(new Completed(key, before, report.repeatFrom().orElseThrow()));
    }

    /// What was there of that as it began is gone; what comes late, or is joined just now, is the next erasure's.
    private void requireRemoved(String key, Set<String> before, Instant began) {
        world.dataBucket().contents().forEach((object, bytes) -> {
            if (isThereSince(object, began) && Targets.isStreams(object) && isOf(object, key)
                    && lake.rules().targets().wasWritten(object)
                    && lake.rules().targets().rowsAsWritten(object).stream().anyMatch(before::contains)) {
                throw new Violation("the erasure of " + key + " is complete, and " + object + " is left");
            }
        });
    }

    private boolean isThereSince(String object, Instant began) {
        return world.dataBucket().head(new ObjectKey(object)).filter(info -> info.modified().isBefore(began))
                .isPresent();
    }

    private Erasure erasure(LakePorts ports, InstantSource clock) {
        return new Erasure(Retentions.settings(lake, Optional.empty()), ports.tree(),
                () -> ports.buffers().get().stream().map(buffer -> drained(buffer, ports, clock)).toList(),
                new OpenDeliveries(ports.buffers()), new OpenDays(World.STREAM, ports.staging()), clock,
                lake.announcements(ports, clock));
    }

    private Erasure.DrainedBuffer drained(Buffer buffer, LakePorts ports, InstantSource clock) {
        FlushSettings settings = world.flushSettings(configuration).in(buffer.name());
        Flusher flusher = new Flusher(settings, buffer, ports.data(), Workers.sequential(), PickyConverter::of, clock);
        return new Erasure.DrainedBuffer(flusher,
                new Sweep(settings, buffer, SweepMark.NONE, Sweep.ShareLimits.USUAL, Workers.sequential(), clock,
                        world.toldLake().cursor(buffer.name())),
                new OpenDeliveries(buffer));
    }

    /// @throws Violation when anything of the key value is left
    void judge(String key) {
        world.dataBucket().contents().keySet().stream().filter(each -> isOf(each, key))
                .filter(lake.rules().targets()::wasWritten).findFirst().ifPresent(left -> {
                    throw new Violation(key + " is erased, and " + left + " is left");
                });
    }
}
