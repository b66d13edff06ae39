package io.sluice.simulation;

import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.objects.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Items of the index that cannot be decoded, and objects of folded batches that are not found, for minutes or hours,
/// while flush runs and sweeps go on.
final class EntryDamage {
    private static final List<Duration> MEANWHILE = List.of(Duration.ofMinutes(10), Duration.ofMinutes(50),
            Duration.ofHours(2), Duration.ofHours(4));

    /// Everything that waits is old enough to be swept.
    private static final Duration LONG = Sweeps.ALL_OLD_AFTER;
    private static final int SWEEPS_MAX = 3;

    private final World world;
    private final Consumer<Duration> pass;
    private final Supplier<Actor> flush;
    private final Supplier<Actor> sweep;
    private final Supplier<Actor> shortSweep;
    private final Consumer<Actor> alone;

    /// @param pass       lets time pass
    /// @param sweep      makes one that ends
    /// @param shortSweep makes one whose time may be short
    /// @param alone      carries an invocation out to its end
    EntryDamage(World world, Consumer<Duration> pass, Supplier<Actor> flush, Supplier<Actor> sweep,
            Supplier<Actor> shortSweep, Consumer<Actor> alone) {
        this.shortSweep = shortSweep;
        this.world = world;
        this.pass = pass;
        this.flush = flush;
        this.sweep = sweep;
        this.alone = alone;
    }

    void act() {
        Choices choices = world.choices();
        if (choices.oneIn(4)) {
            List<ObjectKey> folded = world.ledger().sealed().toList();
            if (!folded.isEmpty()) {
                ObjectKey key = choices.pick(folded);
                world.resting().hidden().add(key);
                world.trace().add("bucket", () -> key + " is not found");
            }
        }
        if (choices.oneIn(4)) {
            pass.accept(LONG);
            for (int sweeps = choices.between(1, SWEEPS_MAX); sweeps > 0; sweeps--) {
                alone.accept(shortSweep.get());
            }
            return;
        }
        List<EntryKey> entries = world.table().all().stream().map(IndexEntry::key).toList();
        if (entries.isEmpty() || choices.oneIn(3)) {
            heal(world);
            return;
        }
        EntryKey key = choices.pick(entries);
        world.unreadable().add(key);
        world.trace().add("table", () -> key + " cannot be read");
        if (choices.oneIn(2)) {
            pass.accept(choices.pick(MEANWHILE));
            alone.accept(flush.get());
            alone.accept(sweep.get());
        }
    }

    /// What could not be read or found can.
    static void heal(World world) {
        world.unreadable().clear();
        world.resting().hidden().clear();
    }
}
