package io.sluice.local.landed;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.landing.Completeness;
import io.sluice.landing.Waiting;
import io.sluice.local.Sizes;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// The words in which it is told until when a stream is complete.
public final class CompletenessText {
    private final PrintWriter out;

    public CompletenessText(PrintWriter out) {
        this.out = out;
    }

    /// @param read empty: all that the stream took is delivered, and it takes nothing any more
    public void printText(String stream, Optional<Completeness> read) {
        if (read.isEmpty()) {
            out.println(stream + " is complete: nothing waits, and nothing is taken any more");
            return;
        }
        switch (read.get()) {
            case Completeness.Until until -> {
                out.println(stream + " is complete until " + time(until.time()));
                until.heldBackBy().ifPresent(waiting -> out.println("  held back by " + words(waiting)));
            }
            case Completeness.Unknown(var reasons) -> {
                out.println(stream + ": until when it is complete can't be told");
                reasons.forEach(reason -> out.println("  " + reason));
            }
        }
    }

    /// A line for each date, after the stream's.
    ///
    /// @param read as above
    public void printDates(Collection<LayoutDate> dates, Optional<Completeness> read) {
        for (LayoutDate each : dates) {
            String late = each.lateObjects() == 0
                    ? ""
                    : ", reopened by %s with %s".formatted(Sizes.count(each.lateObjects(), "late object"),
                            Sizes.count(each.lateRecords(), "record"));
            out.println("  %s %s, %s with %s%s".formatted(each.day(),
                    each.isComplete(read) ? "complete" : "open until " + time(each.end()),
                    Sizes.count(each.objects(), "object"), Sizes.count(each.records(), "record"), late));
        }
    }

    private static String words(Waiting waiting) {
        return switch (waiting.stage()) {
            case ACCEPTED -> "what is accepted and not staged yet, in " + waiting.name();
            case STAGED ->
                "index entry " + waiting.name() + " of " + waiting.buffer() + ", which waits for a flush run";
            case PENDING -> "partition " + waiting.name() + " of " + waiting.buffer()
                    + ", which is not due";
            case DELIVERY -> "the delivery of " + waiting.name() + ", which is not known to be written";
            case OBJECT -> "the object " + waiting.name() + ", of which no landing tells before the next flush run";
        };
    }

    /// Prints the same as one JSON document.
    ///
    /// @param dates empty: no dates are to be told
    public void printJson(String stream, Optional<Completeness> read, Optional<Collection<LayoutDate>> dates) {
        ObjectNode json = new ObjectMapper().createObjectNode().put("stream", stream);
        if (read.isEmpty()) {
            json.put("state", "finished");
        } else {
            switch (read.get()) {
                case Completeness.Until until -> {
                    json.put("state", "known").put("completeUntil", time(until.time()));
                    until.heldBackBy().ifPresent(waiting -> json.putObject("heldBackBy")
                            .put("buffer", waiting.buffer())
                            .put("stage", waiting.stage().name().toLowerCase(Locale.ROOT))
                            .put("name", waiting.name()).put("arrival", time(waiting.arrival())));
                }
                case Completeness.Unknown(var reasons) -> {
                    var told = json.put("state", "unknown").putArray("reasons");
                    reasons.forEach(told::add);
                }
            }
        }
        dates.ifPresent(all -> {
            var told = json.putArray("dates");
            all.forEach(each -> told.addObject().put("date", each.day().toString())
                    .put("complete", each.isComplete(read)).put("until", time(each.end()))
                    .put("objects", each.objects()).put("records", each.records())
                    .put("lateObjects", each.lateObjects()).put("lateRecords", each.lateRecords()));
        });
        out.println(json);
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
