package io.sluice.local.iceberg;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.iceberg.Registration;
import io.sluice.iceberg.TableStatus;
import io.sluice.local.Sizes;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.TreeMap;

/// The words in which commands tell of a table.
public final class TableText {
    private final PrintWriter out;

    public TableText(PrintWriter out) {
        this.out = out;
    }

    /// @param place  of the table
    /// @param status empty: nothing was registered yet
    public void printStatus(String place, Optional<TableStatus> status) {
        if (status.isEmpty()) {
            out.println(place + ": nothing is registered yet");
            return;
        }
        TableStatus table = status.get();
        out.println(place);
        out.println("  metadata  " + table.location());
        out.println("  holds     %s with %s, in %s".formatted(Sizes.count(table.files(), "file"),
                Sizes.count(table.rows(), "row"), Sizes.count(table.snapshots(), "snapshot")));
        new TreeMap<>(table.heads()).forEach((chain, head) -> {
            long mark = table.marks().getOrDefault(chain, 0L);
            if (head > 0 || mark > 0) {
                out.println("  log       " + chain + ": " + (mark >= head
                        ? "all of it, up to entry " + mark
                        : "up to entry " + mark + " of " + head));
            }
        });
        if (!table.changes().isEmpty()) {
            out.println("  columns   change with the next ./sluice iceberg register: "
                    + String.join(", ", table.changes()));
        }
        out.println(table.oldest().map(oldest -> "  waits     what landed since " + oldest)
                .orElse("  waits     nothing"));
    }

    /// The same as one JSON document.
    public void printStatusJson(String stream, String place, Optional<TableStatus> status) {
        ObjectNode json = new ObjectMapper().createObjectNode().put("stream", stream).put("place", place)
                .put("registered", status.isPresent());
        status.ifPresent(table -> {
            json.put("table", table.table()).put("location", table.location()).put("snapshots", table.snapshots())
                    .put("files", table.files()).put("rows", table.rows());
            ObjectNode logs = json.putObject("logs");
            new TreeMap<>(table.heads()).forEach((chain, head) -> logs.putObject(chain)
                    .put("registered", table.marks().getOrDefault(chain, 0L)).put("last", head));
            if (!table.changes().isEmpty()) {
                table.changes().forEach(json.putArray("columnChanges")::add);
            }
            table.oldest().ifPresent(oldest -> json.put("waitingSince", oldest.toString()));
        });
        out.println(json);
    }

    public void printRegistration(String place, Registration registration) {
        out.println(place + ": " + Sizes.count(registration.added(), "file") + " added, "
                + Sizes.count(registration.removed()) + " removed, by " + Sizes.count(registration.commits(), "commit")
                + (registration.known() > 0
                        ? "; " + Sizes.count(registration.known()) + " were there already"
                        : ""));
    }

    /// The same as one JSON document.
    public void printRegistrationJson(String stream, String place, Registration registration) {
        ObjectNode json = new ObjectMapper().createObjectNode().put("stream", stream).put("place", place)
                .put("commits", registration.commits()).put("added", registration.added())
                .put("removed", registration.removed()).put("known", registration.known())
                .put("more", registration.more());
        var problems = json.putArray("problems");
        registration.problems().forEach(problems::add);
        out.println(json);
    }
}
