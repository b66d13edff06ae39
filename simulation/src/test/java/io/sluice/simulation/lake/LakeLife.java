package io.sluice.simulation.lake;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.simulation.Actor;
import io.sluice.simulation.Mistake;
import io.sluice.simulation.SimulatedBatch;
import io.sluice.simulation.SimulatedRecord;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Directs what goes on beside the stream: starts repartitions or compactions, retention runs and erasures, lets the
/// writer of what is moved change it; in the end has everything finished, and judges it.
public final class LakeLife {
    private static final int LAST_RUNS = 4;
    private static final Duration PAUSE = Duration.ofMinutes(70);
    /// Objects of others, which nobody may remove.
    private static final List<String> FOREIGN = List.of("c0/k=a/dt=1999-01-01/notes", "c0/README",
            "c9/k=a/dt=1999-01-01/quakes-1-1999-01-01-00-00-00-00000000-0000-8000-8000-000000000000",
            "large/k=a/dt=1999-01-01/notes", "large/README");

    private final World world;
    private final Lake lake;
    private final Mover mover;
    private final Retentions retentions;
    private final Erasures erasures;

    private LakeLife(Lake lake, Mover mover, List<SimulatedBatch> batches) {
        this.world = lake.world();
        this.lake = lake;
        this.mover = mover;
        this.retentions = new Retentions(lake, batches);
        this.erasures = new Erasures(lake, batches);
        FOREIGN.forEach(key -> world.dataBucket().put(new ObjectKey(key), Body.of(new byte[]{1})));
    }

    /// Days that others wrote are repartitioned.
    ///
    /// @param batches what the stream's source sends, as it is known by now
    public static LakeLife repartitioned(World world, Mistake mistake, List<SimulatedBatch> batches) {
        RepartitionedDays days = new RepartitionedDays(world);
        Lake lake = new Lake(world, mistake, days);
        return new LakeLife(lake, new Repartitions(lake, days), batches);
    }

    /// Days of the stream are compacted.
    ///
    /// @param batches what the stream's source sends, as it is known by now
    public static LakeLife compacted(World world, Mistake mistake, List<SimulatedBatch> batches) {
        CompactedDays days = new CompactedDays(world);
        Lake lake = new Lake(world, mistake, days);
        return new LakeLife(lake, new Compactions(lake, days), batches);
    }

    /// Key values, of which one begins like another.
    public static List<String> keys() {
        return Sources.KEYS;
    }

    /// Something begins.
    public void act(List<Actor> actors) {
        int dice = world.choices().below(20);
        if (dice < 9) {
            mover.run(actors).ifPresent(actors::add);
        } else if (dice < 12) {
            mover.step().ifPresent(actors::add);
        } else if (dice < 14) {
            lake.rules().change();
        } else if (dice < 16) {
            actors.add(retentions.rule());
        } else if (dice < 18) {
            actors.add(retentions.run());
        } else {
            actors.add(erasures.erase());
        }
    }

    /// A run of whoever moves days, beside any others, or a step that one handed on.
    public List<Actor> move() {
        return (world.choices().oneIn(3) ? mover.step() : mover.run(List.of())).stream().toList();
    }

    /// The writer of what is moved does something.
    public void change() {
        lake.rules().change();
    }

    /// Everything is finished while nothing goes wrong.
    ///
    /// @param alone runs an invocation to its end
    /// @param pass  lets time pass
    public void calm(Consumer<Actor> alone, Consumer<Duration> pass) {
        for (int run = 0; run < LAST_RUNS; run++) {
            alone.accept(mover.last());
            pass.accept(PAUSE);
        }
        mover.judge();
        alone.accept(retentions.last());
        if (world.keepsLandings()) {
            // What waits for a reader goes with the next run.
            pass.accept(Duration.ZERO);
            alone.accept(retentions.last());
        }
        retentions.judge();
        for (String key : erasures.asked()) {
            alone.accept(erasures.erase(key));
        }
        pass.accept(PAUSE);
        for (String key : erasures.asked()) {
            alone.accept(erasures.erase(key));
            erasures.judge(key);
        }
        alone.accept(mover.last());
        checkForeign();
    }

    /// Judges a reader of landings when all is calm.
    ///
    /// @param known the keys that it knows to be there
    /// @throws Violation when others are read
    public void judge(Set<String> known) {
        Set<String> there = world.dataBucket().contents().keySet().stream()
                .filter(lake.rules().targets()::wasWritten).filter(lake.rules()::isRead)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!there.equals(known)) {
            Set<String> unknown = new TreeSet<>(there);
            unknown.removeAll(known);
            Set<String> absent = new TreeSet<>(known);
            absent.removeAll(there);
            throw new Violation("a reader of landings does not know of " + unknown + ", and takes to be there "
                    + absent);
        }
    }

    /// All that was ever delivered, by key.
    public Map<String, byte[]> delivered() {
        return lake.rules().targets().delivered();
    }

    /// Records in it that are of no batch.
    public List<SimulatedRecord> records() {
        return lake.rules().records();
    }

    /// Whether a staged object is a repartition's or a compaction's: its plans, receipts and watermarks stay, and what
    /// nobody refers to.
    public static boolean isMovers(String staged) {
        return staged.startsWith("repartition/") || staged.startsWith("compaction/")
                || staged.contains("!repartition!");
    }

    private void checkForeign() {
        for (String key : FOREIGN) {
            if (world.dataBucket().head(new ObjectKey(key)).isEmpty()) {
                throw new Violation(key + " of others is gone");
            }
        }
    }
}
