package io.sluice.simulation.lake;

import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectKey;
import io.sluice.simulation.Configuration;
import io.sluice.simulation.SimulatedRecord;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Judges a repartition when all is calm: what was staged is delivered, once, under its key and its day; nothing else
/// is; and of the source exactly that is gone.
final class LakeOracle {
    private final RepartitionedDays lake;
    private final World world;
    private final Configuration configuration;
    private final Map<String, List<String>> places = new HashMap<>();

    LakeOracle(World world, RepartitionedDays lake) {
        this.lake = lake;
        this.world = world;
        this.configuration = world.configurations().getFirst();
    }

    /// @throws Violation when anything is wrong
    void judge() {
        lake.targets().delivered().forEach((key, bytes) -> lake.targets().rows(key, bytes)
                .forEach(row -> places.computeIfAbsent(row, _ -> new ArrayList<>()).add(key)));
        lake.sources().versions().forEach(this::judge);
        lake.checkView();
        world.buffers().forEach((name, buffer) -> {
            Manifest manifest = buffer.ledger().current();
            if (buffer.ledger().unfolded() > 0 || !manifest.deliveries().isEmpty()
                    || manifest.pending().totals().partitions() > 0) {
                throw new Violation(
                        name + " is not empty when all is calm: " + buffer.ledger().unfolded() + " entries, "
                                + manifest.deliveries().size() + " open, " + manifest.pending().totals());
            }
        });
    }

    private void judge(Sources.Version version) {
        boolean staged = lake.sources().isStaged(version);
        for (SimulatedRecord record : version.records()) {
            List<String> found = places.getOrDefault(record.text(), List.of());
            boolean right = staged
                    ? found.size() == 1 && found.getFirst().startsWith(prefix(record, version.day()))
                    : found.isEmpty();
            if (!right) {
                throw new Violation(record.text() + " of " + version.key() + ", staged " + staged + ", is in " + found);
            }
        }
        if (lake.sources().isCurrent(version)) {
            judgeSource(version.key(), staged);
        }
    }

    private void judgeSource(ObjectKey key, boolean staged) {
        boolean there = world.dataBucket().head(key).isPresent();
        if (there == staged) {
            throw new Violation("source " + key + (there ? " is still there" : " is gone") + ", staged " + staged);
        }
    }

    private String prefix(SimulatedRecord record, LocalDate day) {
        return configuration.takes(record)
                ? "c0/k=" + record.key() + "/dt=" + day + "/"
                : Configuration.ERRORS + "c0/partitioning-failed/";
    }
}
