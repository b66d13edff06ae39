package io.sluice.local.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.Sizes;
import io.sluice.local.rejects.InputPlace;
import io.sluice.local.rejects.RejectExample;
import io.sluice.local.rejects.RejectReason;
import io.sluice.local.terminal.Ink;
import io.sluice.local.terminal.Screen;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Tells reasons to people and to programs.
public final class RejectsText {
    private static final int REASONS_SHOWN_MAX = 10;
    private static final int EXAMPLE_CHARS_MAX = 100;
    private static final String INDENT = " ".repeat(10);

    private RejectsText() {}

    /// Two lines a reason: how many, why; the example. Nothing when there is no reason.
    public static void print(List<RejectReason> reasons, PrintWriter to, Screen screen) {
        String start = "rejected  ";
        for (RejectReason reason : reasons.subList(0, Math.min(reasons.size(), REASONS_SHOWN_MAX))) {
            screen.print(to, Ink.WARNING, start.strip(),
                    start + Sizes.count(reason.count()) + " × " + PlainText.of(why(reason)), INDENT.length() + 2);
            RejectExample example = reason.example();
            screen.print(to,
                    INDENT + "  such as " + example.place().map(place -> PlainText.of(where(place) + ": ")).orElse("")
                            + PlainText.cut(example.data(), example.bytes(), EXAMPLE_CHARS_MAX),
                    INDENT.length() + 4);
            start = INDENT;
        }
        if (reasons.size() > REASONS_SHOWN_MAX) {
            long rest = reasons.stream().skip(REASONS_SHOWN_MAX).mapToLong(RejectReason::count).sum();
            screen.print(to, INDENT + Sizes.count(rest) + " × " + Sizes.count(reasons.size() - REASONS_SHOWN_MAX,
                    "more reason"), INDENT.length());
        }
    }

    private static String why(RejectReason reason) {
        return reason.code().isEmpty() ? reason.message() : reason.message() + " (" + reason.code() + ")";
    }

    /// As `in.ndjson, line 4, byte 1,204`.
    private static String where(InputPlace place) {
        return place.file() + (place.line().isPresent() ? ", line " + Sizes.count(place.line().getAsLong()) : "")
                + (place.offset().isPresent() ? ", byte " + Sizes.count(place.offset().getAsLong()) : "");
    }

    /// Adds an object for each reason: `code`, `message`, `count`, and an `example` with `data`, `bytes`, and `file`,
    /// `line` and `offset` where they are known.
    public static void write(List<RejectReason> reasons, ArrayNode to) {
        for (RejectReason reason : reasons) {
            ObjectNode told = to.addObject().put("code", reason.code()).put("message", reason.message())
                    .put("count", reason.count());
            RejectExample example = reason.example();
            ObjectNode shown = told.putObject("example")
                    .put("data", new String(example.data(), StandardCharsets.UTF_8)).put("bytes", example.bytes());
            example.place().ifPresent(place -> {
                shown.put("file", place.file());
                place.line().ifPresent(line -> shown.put("line", line));
                place.offset().ifPresent(offset -> shown.put("offset", offset));
            });
        }
    }
}
