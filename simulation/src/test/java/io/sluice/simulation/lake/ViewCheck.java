package io.sluice.simulation.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.repartition.ViewDefinition;
import io.sluice.simulation.Configuration;
import io.sluice.simulation.SimulatedRecord;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import io.sluice.testkit.lake.ViewReader;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the one view as its users do, by its text and the objects alone, and compares it with what the writer put.
final class ViewCheck {
    static final String BUCKET = "lake";
    static final String NAME = "quakes_all";
    private static final String TEXT = "views/" + NAME + ".sql";
    private static final ViewDefinition.Table STREAMED = new ViewDefinition.Table("streamed", "\"dt\"");
    private static final ViewDefinition.Table TARGET = new ViewDefinition.Table("quakes", "\"dt\"");

    private final MemoryObjectStore bucket;
    private final Configuration configuration;
    private final Sources sources;
    private final Targets targets;
    private final Terms terms;
    private final Map<String, Map<String, Integer>> readers = new HashMap<>();
    private final ViewReader reader = new ViewReader(BUCKET, Map.of(STREAMED.name(),
            key -> key.startsWith(Sources.FOLDER), TARGET.name(), ViewCheck::isTarget));

    ViewCheck(World world, Sources sources, Targets targets, Terms terms) {
        this.bucket = world.dataBucket();
        this.configuration = world.configurations().getFirst();
        this.sources = sources;
        this.targets = targets;
        this.terms = terms;
    }

    static ViewDefinition definition() {
        return new ViewDefinition("lake", NAME, BUCKET, STREAMED, TARGET,
                List.of(new ViewDefinition.Column("day", "\"dt\"", "\"dt\"")));
    }

    private static boolean isTarget(String key) {
        return key.startsWith("c0/k=");
    }

    /// @throws Violation when a row is visible twice, or is not and must be
    void check() {
        Map<String, Integer> visible = visible();
        visible.forEach((row, times) -> {
            if (times > 1) {
                throw new Violation(row + " is visible " + times + " times");
            }
        });
        for (Sources.Version version : sources.current()) {
            for (SimulatedRecord record : version.records()) {
                if (!visible.containsKey(record.text()) && mustBeVisible(version, record)) {
                    throw new Violation(record.text() + " of " + version.key() + " is not visible");
                }
            }
        }
    }

    /// Row → how often it is visible.
    Map<String, Integer> visible() {
        Map<String, byte[]> objects = bucket.contents();
        String sql = Optional.ofNullable(objects.get(TEXT)).map(text -> new String(text, UTF_8)).orElse("");
        Map<String, Integer> visible = new HashMap<>();
        objects.forEach((key, bytes) -> {
            boolean streamed = key.startsWith(Sources.FOLDER);
            int reads = streamed || isTarget(key) ? reads(sql, key) : 0;
            if (reads > 0) {
                List<String> rows = streamed ? ViewReader.lines(bytes) : targets.rows(key, bytes);
                rows.forEach(row -> visible.merge(row, reads, Integer::sum));
            }
        });
        return visible;
    }

    /// Before there is a view, the source is all there is.
    private int reads(String sql, String key) {
        if (sql.isEmpty()) {
            return key.startsWith(Sources.FOLDER) ? 1 : 0;
        }
        return readers.computeIfAbsent(sql, _ -> new HashMap<>()).computeIfAbsent(key, _ -> reader.reads(sql, key));
    }

    /// What was put last is visible: until it was removed by its age or its key, unless it replaced what was moved or
    /// is rejected, and from the next repartition on where it came too late.
    private boolean mustBeVisible(Sources.Version version, SimulatedRecord record) {
        return !targets.isGone(record.text()) && !(version.late() && terms.settlesEarly())
                && !(terms.acceptsRejects() && !configuration.takes(record)) && !sources.isReplaced(version);
    }
}
