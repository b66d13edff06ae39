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
import java.util.function.Consumer;

/// Directs what goes on beside the stream: starts repartitions, retention runs and erasures, lets the writer of the
/// source change it; in the end has everything finished, and judges it.
public final class LakeLife {
    private static final int REPARTITIONS_MAX = 2;
    private static final int REPARTITIONS_LAST = 3;
    private static final Duration PAUSE = Duration.ofMinutes(70);
    /// Objects of others, which nobody may remove.
    private static final List<String> FOREIGN = List.of("c0/k=a/dt=1999-01-01/notes", "c0/README",
            "c1/k=a/dt=1999-01-01/quakes-1-1999-01-01-00-00-00-00000000-0000-8000-8000-000000000000");

    private final World world;
    private final Lake lake;
    private final Repartitions repartitions;
    private final Retentions retentions;
    private final Erasures erasures;

    /// @param batches what the stream's source sends, as it is known by now
    public LakeLife(World world, Mistake mistake, List<SimulatedBatch> batches) {
        this.world = world;
        this.lake = new Lake(world, mistake);
        this.repartitions = new Repartitions(lake);
        this.retentions = new Retentions(lake);
        this.erasures = new Erasures(lake, batches);
        FOREIGN.forEach(key -> world.dataBucket().put(new ObjectKey(key), Body.of(new byte[]{1})));
    }

    /// Key values, of which one begins like another.
    public static List<String> keys() {
        return Sources.KEYS;
    }

    /// Something begins.
    public void act(List<Actor> actors) {
        int dice = world.choices().below(20);
        if (dice < 9) {
            if (Repartitions.underWay(actors) < REPARTITIONS_MAX) {
                actors.add(repartitions.run(Repartitions.Manner.draw(world.choices())));
            }
        } else if (dice < 12) {
            repartitions.move().ifPresent(actors::add);
        } else if (dice < 14) {
            lake.sources().change();
            lake.view().check();
        } else if (dice < 16) {
            actors.add(retentions.rule());
        } else if (dice < 18) {
            actors.add(retentions.run());
        } else {
            actors.add(erasures.erase());
        }
    }

    /// Everything is finished while nothing goes wrong.
    ///
    /// @param alone runs an invocation to its end
    /// @param pass  lets time pass
    public void calm(Consumer<Actor> alone, Consumer<Duration> pass) {
        for (int run = 0; run < REPARTITIONS_LAST; run++) {
            alone.accept(repartitions.run(Repartitions.Manner.LAST));
            pass.accept(PAUSE);
        }
        new LakeOracle(lake).judge();
        alone.accept(retentions.last());
        retentions.judge();
        for (String key : erasures.asked()) {
            alone.accept(erasures.erase(key));
        }
        pass.accept(PAUSE);
        for (String key : erasures.asked()) {
            alone.accept(erasures.erase(key));
            erasures.judge(key);
        }
        alone.accept(repartitions.run(Repartitions.Manner.LAST));
        checkForeign();
    }

    /// All that was ever delivered, by key.
    public Map<String, byte[]> delivered() {
        return lake.targets().delivered();
    }

    /// The records that are repartitioned.
    public List<SimulatedRecord> records() {
        return lake.sources().versions().flatMap(version -> version.records().stream()).toList();
    }

    /// Whether a staged object is a repartition's: its plans, receipts and watermarks stay, and what nobody refers to.
    public static boolean isRepartitions(String staged) {
        return staged.startsWith("repartition/") || staged.contains("!repartition!");
    }

    private void checkForeign() {
        for (String key : FOREIGN) {
            if (world.dataBucket().head(new ObjectKey(key)).isEmpty()) {
                throw new Violation(key + " of others is gone");
            }
        }
    }
}
