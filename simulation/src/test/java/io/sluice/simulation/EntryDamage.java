package io.sluice.simulation;

import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Items of the index that cannot be decoded for minutes or hours, while flush runs and sweeps go on.
final class EntryDamage {
    private static final List<Duration> MEANWHILE = List.of(Duration.ofMinutes(10), Duration.ofMinutes(50),
            Duration.ofHours(2), Duration.ofHours(4));

    private final World world;
    private final Consumer<Duration> pass;
    private final Supplier<Actor> flush;
    private final Supplier<Actor> sweep;
    private final Consumer<Actor> alone;

    /// @param pass  lets time pass
    /// @param alone carries an invocation out to its end
    EntryDamage(World world, Consumer<Duration> pass, Supplier<Actor> flush, Supplier<Actor> sweep,
            Consumer<Actor> alone) {
        this.world = world;
        this.pass = pass;
        this.flush = flush;
        this.sweep = sweep;
        this.alone = alone;
    }

    void act() {
        Choices choices = world.choices();
        List<EntryKey> entries = world.table().all().stream().map(IndexEntry::key).toList();
        if (entries.isEmpty() || choices.oneIn(3)) {
            world.unreadable().clear();
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
}

