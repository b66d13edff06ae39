package io.sluice.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.layout.DayOfKey;
import io.sluice.repartition.DayDelivery.Progress;
import io.sluice.repartition.DayPlan;
import io.sluice.repartition.Repartition;
import io.sluice.repartition.Repartition.Ingested;
import io.sluice.repartition.Repartition.Removed;
import io.sluice.repartition.RepartitionException;
import io.sluice.repartition.Watermark;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.work.Deadline;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The steps of a repartition as the state machine takes them: JSON in its state out of what the domain says.
///
/// | step | answer |
/// |---|---|
/// | plan | `days` that are planned, `removable` days that are moved |
/// | ingest | `records`, `rejected`, `leftOut`, `skipped` |
/// | deliver | `delivered`: false when time ran out and the step is to be taken again |
/// | move | `sql` of the view, to be run in one statement |
/// | view | `sql` of it as it is by now, when there is a `version` |
/// | remove | `removed`, `removable`: false while queries that began before the move may still run |
record RepartitionSteps(Repartition repartition, Deadline deadline) {
    private static final ObjectMapper JSON = new ObjectMapper();

    ObjectNode plan() {
        SourceListing listing = repartition.list();
        List<String> remarks = new ArrayList<>(listing.remark().stream().toList());
        Watermark watermark = repartition.refresh(listing, remarks::add);
        ObjectNode answer = JSON.createObjectNode();
        var days = answer.putArray("days");
        for (LocalDate day : repartition.due(listing)) {
            try {
                repartition.plan(day, listing);
                days.add(day.toString());
            } catch (MalformedEncodingException e) {
                remarks.add("day " + day + " is held up: " + e.getMessage());
            }
        }
        var removable = answer.putArray("removable");
        repartition.unremoved().forEach(day -> removable.add(day.toString()));
        return answer.put("version", watermark.version()).put("remark", String.join("; ", remarks));
    }

    /// Ingests what is in its day's plan; other keys under the prefix are passed over.
    ObjectNode ingest(List<String> keys) {
        long records = 0;
        long rejected = 0;
        int leftOut = 0;
        int skipped = 0;
        Map<LocalDate, Optional<DayPlan>> plans = new HashMap<>();
        for (String key : keys) {
            Optional<LocalDate> day = DayOfKey.of(key);
            Optional<SourceObject> object = day
                    .flatMap(of -> plans.computeIfAbsent(of, repartition::unmoved).flatMap(plan -> plan.object(key)));
            if (day.isEmpty() || object.isEmpty()) {
                skipped++;
                continue;
            }
            switch (repartition.ingest(day.get(), object.get(), deadline)) {
                case Ingested.Staged(long staged, long refused) -> {
                    records += staged;
                    rejected += refused;
                }
                case Ingested.LeftOut _ -> leftOut++;
                case Ingested.Blocked(String why) -> throw new RepartitionException(
                        key + " of " + day.get() + " can't be moved, and its day stays as it is: " + why);
            }
        }
        return JSON.createObjectNode().put("records", records).put("rejected", rejected).put("leftOut", leftOut)
                .put("skipped", skipped);
    }

    ObjectNode deliver(LocalDate day) {
        ObjectNode answer = JSON.createObjectNode().put("day", day.toString());
        return switch (repartition.deliver(day, deadline)) {
            case Progress.Delivered(long objects) -> answer.put("delivered", true).put("objects", objects);
            case Progress.Unfinished() -> answer.put("delivered", false);
            case Progress.Stuck(String why) ->
                throw new RepartitionException("day " + day + " is not delivered, and not moved: " + why);
        };
    }

    ObjectNode move(LocalDate day) {
        Watermark moved = repartition.move(day);
        return JSON.createObjectNode().put("day", day.toString()).put("version", moved.version()).put("sql",
                repartition.view().sql(moved));
    }

    ObjectNode view() {
        Watermark watermark = repartition.watermark();
        return JSON.createObjectNode().put("version", watermark.version()).put("sql",
                repartition.view().sql(watermark));
    }

    ObjectNode remove(LocalDate day) {
        ObjectNode answer = JSON.createObjectNode().put("day", day.toString());
        return switch (repartition.remove(day)) {
            case Removed.Gone(int objects) -> answer.put("removable", true).put("removed", objects);
            case Removed.Later(var from) -> answer.put("removable", false).put("from", from.toString());
            case Removed.Kept(var changed) -> throw new RepartitionException("day " + day + " keeps " + changed.size()
                    + " source objects that changed since they were moved, the first " + changed.getFirst());
            case Removed.Doubted(var why) -> throw new RepartitionException("day " + day
                    + " keeps its source, since counts do not agree: " + why);
        };
    }
}
