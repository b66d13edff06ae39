package io.sluice.simulation.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.simulation.Violation;
import io.sluice.testkit.lake.ViewReader;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.view.ViewDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/// Reads the one view as its users do, by its text and the objects alone.
final class ViewCheck {
    static final String BUCKET = "lake";
    static final String NAME = "quakes_all";
    /// The table of what others wrote.
    static final ViewDefinition.Table STREAMED = new ViewDefinition.Table("streamed", "\"dt\"");
    /// The table of what the stream delivers.
    static final ViewDefinition.Table DELIVERED = new ViewDefinition.Table("quakes", "\"dt\"");
    /// The table of what that is compacted to.
    static final ViewDefinition.Table COMPACTED = new ViewDefinition.Table("quakes_compacted", "\"dt\"");
    private static final String TEXT = "views/" + NAME + ".sql";

    private final MemoryObjectStore bucket;
    private final Side source;
    private final Side target;
    private final Map<String, Map<String, Integer>> readers = new HashMap<>();
    private final ViewReader reader;

    /// One of the two tables of a view.
    ///
    /// @param objects its objects, by key
    /// @param rows    of an object, by its key and its bytes
    record Side(ViewDefinition.Table table, Predicate<String> objects,
            BiFunction<String, byte[], List<String>> rows) {}

    /// @param source what is moved, of which the view reads all before it has a text
    /// @param target where it goes
    ViewCheck(MemoryObjectStore bucket, Side source, Side target) {
        this.bucket = bucket;
        this.source = source;
        this.target = target;
        this.reader = new ViewReader(BUCKET,
                Map.of(source.table.name(), source.objects, target.table.name(), target.objects));
    }

    /// The view over what is moved from one table to the other.
    static ViewDefinition definition(ViewDefinition.Table source, ViewDefinition.Table target) {
        return new ViewDefinition("lake", NAME, BUCKET, source, target,
                List.of(new ViewDefinition.Column("day", "\"dt\"", "\"dt\"")));
    }

    /// The rows that are visible.
    ///
    /// @throws Violation when one is twice
    Map<String, Integer> visibleOnce() {
        Map<String, Integer> visible = visible();
        visible.forEach((row, times) -> {
            if (times > 1) {
                throw new Violation(row + " is visible " + times + " times");
            }
        });
        return visible;
    }

    /// Tests whether the view reads an object.
    boolean isRead(String key) {
        String sql = Optional.ofNullable(bucket.contents().get(TEXT)).map(text -> new String(text, UTF_8)).orElse("");
        return reads(sql, key, source.objects.test(key)) > 0;
    }

    /// Row → how often it is visible.
    private Map<String, Integer> visible() {
        Map<String, byte[]> objects = bucket.contents();
        String sql = Optional.ofNullable(objects.get(TEXT)).map(text -> new String(text, UTF_8)).orElse("");
        Map<String, Integer> visible = new HashMap<>();
        objects.forEach((key, bytes) -> {
            boolean isSource = source.objects.test(key);
            int reads = isSource || target.objects.test(key) ? reads(sql, key, isSource) : 0;
            if (reads > 0) {
                (isSource ? source : target).rows.apply(key, bytes)
                        .forEach(row -> visible.merge(row, reads, Integer::sum));
            }
        });
        return visible;
    }

    /// Before there is a view, the source is all there is.
    private int reads(String sql, String key, boolean isSource) {
        if (sql.isEmpty()) {
            return isSource ? 1 : 0;
        }
        return readers.computeIfAbsent(sql, _ -> new HashMap<>()).computeIfAbsent(key, _ -> reader.reads(sql, key));
    }
}
