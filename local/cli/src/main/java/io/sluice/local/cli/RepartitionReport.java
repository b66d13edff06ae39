package io.sluice.local.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.report.Sizes;
import io.sluice.objects.ObjectKey;
import io.sluice.repartition.Repartition.Ingested;
import io.sluice.source.SourceObject;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The report of a repartition, day by day. Not for use by several threads.
final class RepartitionReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<LocalDate, Day> days = new TreeMap<>();
    private final List<String> troubles = new ArrayList<>();

    private static final class Day {
        private int sourceObjects;
        private long sourceBytes;
        private long records;
        private long rejected;
        private int leftOut;
        private long objects;
        private int removed;
        private String state = "listed";
    }

    void listed(LocalDate day, List<SourceObject> objects) {
        objects.forEach(object -> count(day, object));
    }

    void ingested(LocalDate day, SourceObject object, Ingested ingested) {
        Day of = count(day, object);
        switch (ingested) {
            case Ingested.Staged(long records, long rejected) -> {
                of.records += records;
                of.rejected += rejected;
            }
            case Ingested.LeftOut(String why) -> {
                of.leftOut++;
                troubles.add(object.key() + " of " + day + " is left out and stays streamed: " + why);
            }
            case Ingested.Blocked(String why) -> troubles.add(object.key() + " of " + day + " can't be moved: " + why);
        }
    }

    private Day count(LocalDate day, SourceObject object) {
        Day of = of(day);
        of.sourceObjects++;
        of.sourceBytes += object.length();
        return of;
    }

    private Day of(LocalDate day) {
        return days.computeIfAbsent(day, _ -> new Day());
    }

    void moved(LocalDate day, long objects) {
        of(day).state = "moved";
        of(day).objects = objects;
    }

    void notMoved(LocalDate day) {
        of(day).state = "not moved";
        troubles.add(
                "day " + day + " is not moved, and nothing of it is removed: cure what is said above and run again,"
                        + " or move the rest of it with --leave-out");
    }

    void heldUp(LocalDate day, String why) {
        of(day).state = "not moved";
        troubles.add("day " + day + " is held up, and nothing of it is removed: " + why);
    }

    /// @param why the view isn't up to date with a day
    void stale(String why) {
        troubles.add(why);
    }

    void stuck(LocalDate day, String why) {
        of(day).state = "not moved";
        troubles.add("day " + day + " is not delivered yet, and not moved: " + why + "; run again");
    }

    void removed(LocalDate day, int objects) {
        of(day).state = "removed";
        of(day).removed = objects;
    }

    void keptUntil(LocalDate day, Instant from) {
        of(day).state = "moved, to be removed from " + from + " on";
    }

    void kept(LocalDate day, List<ObjectKey> changed) {
        troubles.add(
                "day " + day + " keeps " + changed.size() + " source objects that changed since they were moved, the"
                        + " first " + changed.getFirst() + ": look at them, delete them by hand if they add nothing");
    }

    void doubted(LocalDate day, String why) {
        troubles.add("day " + day + " keeps its source, since counts do not agree: " + why);
    }

    /// The troubles that somebody has to look at, one sentence each.
    List<String> troubles() {
        return troubles;
    }

    void print(PrintWriter to, RunJob.Output output) {
        switch (output) {
            case JSON -> to.println(json());
            case TEXT -> {
                days.forEach((day,
                        of) -> to.println("%s  %s: %s of %s, %s, %d rejected, %d left out,"
                                .formatted(day, of.state, Sizes.count(of.sourceObjects, "object"),
                                        Sizes.count(of.sourceBytes, "byte"), Sizes.count(of.records, "record"),
                                        of.rejected, of.leftOut)
                                + " %s written, %d removed".formatted(Sizes.count(of.objects, "object"), of.removed)));
                to.println(days.isEmpty() ? "no day is due" : Sizes.count(days.size(), "day"));
            }
        }
        to.flush();
    }

    private ObjectNode json() {
        ObjectNode root = JSON.createObjectNode();
        root.put("records", days.values().stream().mapToLong(day -> day.records).sum());
        root.put("rejected", days.values().stream().mapToLong(day -> day.rejected).sum());
        root.put("objects", days.values().stream().mapToLong(day -> day.objects).sum());
        root.put("removed", days.values().stream().mapToLong(day -> day.removed).sum());
        var list = root.putArray("days");
        days.forEach((day, of) -> list.addObject().put("day", day.toString()).put("state", of.state)
                .put("sourceObjects", of.sourceObjects).put("sourceBytes", of.sourceBytes).put("records", of.records)
                .put("rejected", of.rejected).put("leftOut", of.leftOut).put("objects", of.objects)
                .put("removed", of.removed));
        var all = root.putArray("troubles");
        troubles.forEach(all::add);
        return root;
    }
}
