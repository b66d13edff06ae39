package io.sluice.local.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.aws.RequestCounts;
import io.sluice.local.Sizes;
import io.sluice.source.SourceObject;
import io.sluice.view.DayMove.Joined;
import io.sluice.view.DayMove.Removed;
import io.sluice.view.DayMove.Settled;
import io.sluice.view.DayRun.Outcome;
import io.sluice.view.PlannedDay;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The report of a repartition or a compaction, day by day. Not for use by several threads.
final class DayMoveReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// A figure of a day, as JSON names it.
    private enum Figure {
        SOURCE_OBJECTS("sourceObjects"), SOURCE_BYTES("sourceBytes"), RECORDS("records"), REJECTED(
                "rejected"), LEFT_OUT("leftOut"), OBJECTS("objects"), REMOVED("removed");

        private final String member;

        Figure(String member) {
            this.member = member;
        }
    }

    /// The words for what is done to days.
    enum Kind {
        /// Of a repartition.
        REPARTITION("moved", "moved, to be removed", "source objects that changed since they were moved",
                "since counts do not agree: %s"),
        /// Of a compaction, which counts no records.
        COMPACTION("compacted", "compacted, source to be removed", "objects that changed since they were joined",
                "which is not whole in what was made of it: %s; restore these objects, or repeat the erasure that"
                        + " removed them");

        private final String done;
        private final String waiting;
        private final String changed;
        private final String doubt;

        Kind(String done, String waiting, String changed, String doubt) {
            this.done = done;
            this.waiting = waiting;
            this.changed = changed;
            this.doubt = doubt;
        }

        private Set<Figure> figures() {
            return this == REPARTITION
                    ? EnumSet.allOf(Figure.class)
                    : EnumSet.complementOf(EnumSet.range(Figure.RECORDS, Figure.LEFT_OUT));
        }
    }

    private final Kind kind;
    private final Map<LocalDate, Day> days = new TreeMap<>();
    private final Set<String> troubles = new LinkedHashSet<>();

    DayMoveReport(Kind kind) {
        this.kind = kind;
    }

    private static final class Day {
        private final Map<Figure, Long> figures = new EnumMap<>(Figure.class);
        private String state = "listed";

        void add(Figure figure, long more) {
            figures.merge(figure, more, Long::sum);
        }

        long of(Figure figure) {
            return figures.getOrDefault(figure, 0L);
        }
    }

    private Day of(LocalDate day) {
        return days.computeIfAbsent(day, _ -> new Day());
    }

    void listed(LocalDate day, List<SourceObject> objects) {
        of(day).add(Figure.SOURCE_OBJECTS, objects.size());
        of(day).add(Figure.SOURCE_BYTES, objects.stream().mapToLong(SourceObject::length).sum());
    }

    void ended(LocalDate day, Outcome outcome) {
        switch (outcome) {
            case Outcome.Ended(var plan, var joined, var settled) -> {
                joined(plan, joined);
                settled(day, settled);
            }
            case Outcome.Blocked blocked -> {
                joined(blocked.plan(), blocked.joined());
                notMoved(day, blocked.why());
            }
            case Outcome.Left() -> of(day).state = "left to another run";
            case Outcome.Changing(var why) -> notMoved(day, why);
        }
    }

    private void joined(PlannedDay plan, List<Joined> joined) {
        Day of = of(plan.day());
        listed(plan.day(), plan.units().stream().flatMap(Collection::stream).toList());
        for (Joined each : joined) {
            switch (each) {
                case Joined.Staged(long records, long rejected) -> {
                    of.add(Figure.RECORDS, records);
                    of.add(Figure.REJECTED, rejected);
                }
                case Joined.LeftOut(String why) -> {
                    of.add(Figure.LEFT_OUT, 1);
                    trouble(why);
                }
                case Joined.Written(),Joined.Changed _,Joined.Blocked _ -> {
                }
            }
        }
    }

    private void settled(LocalDate day, Settled settled) {
        switch (settled) {
            case Settled.Shown(long objects) -> {
                of(day).state = kind.done;
                of(day).add(Figure.OBJECTS, objects);
            }
            case Settled.Superseded() -> of(day).state = "left to another run";
            case Settled.Blocked(String why) -> stays(day, why);
            case Settled.Changed(String why) -> notMoved(day, List.of(why));
            case Settled.Unfinished() -> stays(day, "day " + day + " is not delivered yet, and not moved: time ran out;"
                    + " run again");
        }
    }

    private void notMoved(LocalDate day, List<String> why) {
        String stays = "day " + day + " is not " + kind.done + ", and nothing of it is removed: ";
        switch (kind) {
            case COMPACTION -> why.forEach(each -> stays(day, stays + each));
            case REPARTITION -> {
                why.forEach(this::trouble);
                stays(day, stays + "cure what is said above and run again, or move the rest of it with --leave-out");
            }
        }
    }

    private void stays(LocalDate day, String why) {
        of(day).state = "not " + kind.done;
        trouble(why);
    }

    void heldUp(LocalDate day, String why) {
        stays(day, "day " + day + " is held up, and nothing of it is removed: " + why);
    }

    void removed(LocalDate day, Removed removed) {
        switch (removed) {
            case Removed.Gone(int objects) -> {
                of(day).add(Figure.REMOVED, objects);
                if (kind == Kind.REPARTITION || !of(day).state.equals(kind.done)) {
                    of(day).state = "removed";
                }
            }
            case Removed.Later(var from) -> of(day).state = kind.waiting + " from " + from + " on";
            case Removed.Kept(var changed) -> trouble("day " + day + " keeps " + changed.size() + " " + kind.changed
                    + ", the first " + changed.getFirst()
                    + ": look at them, delete them by hand if they add nothing");
            case Removed.Doubted(var why) ->
                trouble("day " + day + " keeps its source, " + kind.doubt.formatted(String.join("; ", why)));
        }
    }

    void trouble(String sentence) {
        troubles.add(sentence);
    }

    /// The troubles that somebody has to look at, one sentence each.
    Collection<String> troubles() {
        return troubles;
    }

    /// @param requests to AWS, all of the command's
    void print(PrintWriter to, RunJob.Output output, RequestCounts.Snapshot requests) {
        switch (output) {
            case JSON -> to.println(json(requests));
            case TEXT -> {
                days.forEach((day, of) -> to.println(line(day, of)));
                to.println(days.isEmpty() ? "no day is due" : Sizes.count(days.size(), "day"));
            }
        }
        to.flush();
    }

    private String line(LocalDate day, Day of) {
        String records = kind.figures().contains(Figure.RECORDS)
                ? "%s, %d rejected, %d left out, ".formatted(Sizes.count(of.of(Figure.RECORDS), "record"),
                        of.of(Figure.REJECTED), of.of(Figure.LEFT_OUT))
                : "";
        return "%s  %s: %s of %s, %s%s written, %d removed".formatted(day, of.state,
                Sizes.count(of.of(Figure.SOURCE_OBJECTS), "object"), Sizes.count(of.of(Figure.SOURCE_BYTES), "byte"),
                records, Sizes.count(of.of(Figure.OBJECTS), "object"), of.of(Figure.REMOVED));
    }

    private ObjectNode json(RequestCounts.Snapshot requests) {
        ObjectNode root = JSON.createObjectNode();
        kind.figures().forEach(figure -> root.put(figure.member,
                days.values().stream().mapToLong(day -> day.of(figure)).sum()));
        var list = root.putArray("days");
        days.forEach((day, of) -> {
            ObjectNode each = list.addObject().put("day", day.toString()).put("state", of.state);
            kind.figures().forEach(figure -> each.put(figure.member, of.of(figure)));
        });
        troubles.forEach(root.putArray("troubles")::add);
        root.putObject("requests").put("s3Put", requests.s3Puts()).put("s3Get", requests.s3Gets())
                .put("s3Delete", requests.s3Deletes()).put("s3List", requests.s3Lists());
        return root;
    }
}
