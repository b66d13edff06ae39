package io.sluice.local.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.report.Sizes;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceObject;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The report of a compaction, day by day. Not for use by several threads.
final class CompactReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<LocalDate, Day> days = new TreeMap<>();
    private final List<String> troubles = new ArrayList<>();

    private static final class Day {
        private int sourceObjects;
        private long sourceBytes;
        private int objects;
        private int removed;
        private String state = "listed";
    }

    private Day of(LocalDate day) {
        return days.computeIfAbsent(day, _ -> new Day());
    }

    void listed(LocalDate day, List<SourceObject> objects) {
        of(day).sourceObjects = objects.size();
        of(day).sourceBytes = objects.stream().mapToLong(SourceObject::length).sum();
    }

    void compacted(LocalDate day, int sources, long bytes, int objects) {
        Day of = of(day);
        of.state = "compacted";
        of.sourceObjects = sources;
        of.sourceBytes = bytes;
        of.objects = objects;
    }

    void left(LocalDate day) {
        of(day).state = "left to another run";
    }

    void blocked(LocalDate day, List<String> why) {
        of(day).state = "not compacted";
        why.forEach(each -> troubles.add("day " + day + " is not compacted, and nothing of it is removed: " + each));
    }

    void removed(LocalDate day, int objects) {
        of(day).removed += objects;
        if (!of(day).state.equals("compacted")) {
            of(day).state = "removed";
        }
    }

    void keptUntil(LocalDate day, Instant from) {
        of(day).state = "compacted, source to be removed from " + from + " on";
    }

    void kept(LocalDate day, List<ObjectKey> changed) {
        trouble("day " + day + " keeps " + changed.size() + " objects that changed since they were joined, the first "
                + changed.getFirst() + ": look at them, delete them by hand if they add nothing");
    }

    void doubted(LocalDate day, List<String> why) {
        trouble("day " + day + " keeps its source, which is not whole in what was made of it: " + String.join("; ", why)
                + "; restore these objects, or repeat the erasure that removed them");
    }

    private void trouble(String sentence) {
        if (!troubles.contains(sentence)) {
            troubles.add(sentence);
        }
    }

    /// The troubles that somebody has to look at, one sentence each.
    List<String> troubles() {
        return troubles;
    }

    void print(PrintWriter to, RunJob.Output output) {
        switch (output) {
            case JSON -> to.println(json());
            case TEXT -> {
                days.forEach((day, of) -> to.println("%s  %s: %s of %s, %s written, %d removed".formatted(day, of.state,
                        Sizes.count(of.sourceObjects, "object"), Sizes.count(of.sourceBytes, "byte"),
                        Sizes.count(of.objects, "object"), of.removed)));
                to.println(days.isEmpty() ? "no day is due" : Sizes.count(days.size(), "day"));
            }
        }
        to.flush();
    }

    private ObjectNode json() {
        ObjectNode root = JSON.createObjectNode();
        root.put("sourceObjects", days.values().stream().mapToLong(day -> day.sourceObjects).sum());
        root.put("sourceBytes", days.values().stream().mapToLong(day -> day.sourceBytes).sum());
        root.put("objects", days.values().stream().mapToLong(day -> day.objects).sum());
        root.put("removed", days.values().stream().mapToLong(day -> day.removed).sum());
        var list = root.putArray("days");
        days.forEach((day, of) -> list.addObject().put("day", day.toString()).put("state", of.state)
                .put("sourceObjects", of.sourceObjects).put("sourceBytes", of.sourceBytes)
                .put("objects", of.objects).put("removed", of.removed));
        var all = root.putArray("troubles");
        troubles.forEach(all::add);
        return root;
    }
}
