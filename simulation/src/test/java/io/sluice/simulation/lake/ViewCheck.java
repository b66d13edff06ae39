package io.sluice.simulation.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.objects.ObjectKey;
import io.sluice.simulation.Violation;
import io.sluice.simulation.VirtualClock;
import io.sluice.simulation.World;
import io.sluice.testkit.lake.ViewReader;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.view.ViewDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
    /// Of who removes what is joined, and some more.
    private static final Duration CLOCKS_WRONG_BY = Duration.ofMinutes(3);

    private final MemoryObjectStore bucket;
    private final Side source;
    private final Side target;
    private final Map<String, Map<String, Integer>> readers = new HashMap<>();
    private final ViewReader reader;
    private final VirtualClock clock;
    private final List<Replaced> before = new ArrayList<>();
    private String last = "";

    /// A text that readers found, empty where there was none, until then.
    private record Replaced(String sql, long until) {}

    /// One of the two tables of a view.
    ///
    /// @param objects its objects, by key
    /// @param rows    of an object, by its key and its bytes
    record Side(ViewDefinition.Table table, Predicate<String> objects,
            BiFunction<String, byte[], List<String>> rows) {}

    /// @param source what is moved, of which the view reads all before it has a text
    /// @param target where it goes
    ViewCheck(World world, Side source, Side target) {
        this.bucket = world.dataBucket();
        this.clock = world.clock();
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

    /// A query reads what its text says for as long as it takes, whatever text is there by then.
    ///
    /// @param query as long as one may take
    /// @throws Violation when a query may be under way that reads the object
    void requireUnread(ObjectKey key, Duration query) {
        String sql = note();
        if (reads(sql, key.value(), source.objects.test(key.value())) > 0) {
            throw new Violation("DELETE of " + key + ", which the view reads");
        }
        long begun = clock.millis() - query.minus(CLOCKS_WRONG_BY).toMillis();
        before.stream().filter(text -> text.until > begun)
                .filter(text -> reads(text.sql, key.value(), source.objects.test(key.value())) > 0).findFirst()
                .ifPresent(text -> {
                    throw new Violation("DELETE of " + key + ", which the view read until "
                            + Instant.ofEpochMilli(text.until) + ", and queries take " + query);
                });
    }

    /// The text that readers find now.
    private String note() {
        String sql = Optional.ofNullable(bucket.contents().get(TEXT)).map(text -> new String(text, UTF_8)).orElse("");
        if (!sql.equals(last)) {
            before.add(new Replaced(last, clock.millis()));
            last = sql;
        }
        return sql;
    }

    /// Tests whether the view reads an object.
    boolean isRead(String key) {
        String sql = note();
        return reads(sql, key, source.objects.test(key)) > 0;
    }

    /// Row → how often it is visible.
    private Map<String, Integer> visible() {
        Map<String, byte[]> objects = bucket.contents();
        String sql = note();
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
