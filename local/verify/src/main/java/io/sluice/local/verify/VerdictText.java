package io.sluice.local.verify;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.verify.Finding.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/// Prints a verdict for people, or for machines.
public final class VerdictText {
    private VerdictText() {}

    /// Findings first, one a line, then the counts.
    public static void print(Verdict verdict, PrintWriter to) {
        for (Finding finding : verdict.findings()) {
            to.println(finding.kind().word() + ": " + finding.text());
        }
        for (Kind kind : Kind.values()) {
            long more = count(verdict, kind)
                    - verdict.findings().stream().filter(finding -> finding.kind() == kind).count();
            if (more > 0) {
                to.println(String.format(Locale.ROOT, "%s: %,d more", kind.word(), more));
            }
        }
        to.println(String.format(Locale.ROOT,
                "%s accepted %s %,d delivered + %,d rejected + %,d dropped + %,d pending",
                counted(verdict.accepted(), verdict.unit()), verdict.balances() ? "=" : "≠", verdict.delivered(),
                verdict.rejected(), verdict.dropped(), verdict.pending()));
        to.println(String.format(Locale.ROOT, "%s, %,d of them error objects; %s left out",
                counted(verdict.objects(), "object"), verdict.errorObjects(),
                counted(verdict.otherFiles(), "other file")));
        if (verdict.unfinished()) {
            to.println(
                    String.format(Locale.ROOT,
                            "the run is not finished: %,d %ss of the input are not in it yet; finish it with run "
                                    + "--resume",
                            verdict.notFed(), verdict.unit()));
        }
        to.println(verdict.agrees()
                ? "every " + verdict.unit() + (verdict.unfinished() ? " so far" : "")
                        + " is there once, under the prefix of its own keys"
                        + (verdict.rejected() > verdict.delivered() ? "; most are error records" : "")
                : "NOT every " + verdict.unit() + " is there once, under the prefix of its own keys");
        to.flush();
    }

    private static String counted(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    /// One JSON object.
    public static void printJson(Verdict verdict, PrintWriter to) {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode json = mapper.createObjectNode().put("agrees", verdict.agrees()).put("unit", verdict.unit())
                .put("accepted", verdict.accepted()).put("delivered", verdict.delivered())
                .put("rejected", verdict.rejected()).put("dropped", verdict.dropped())
                .put("pending", verdict.pending()).put("notFed", verdict.notFed()).put("objects", verdict.objects())
                .put("errorObjects", verdict.errorObjects()).put("otherFiles", verdict.otherFiles())
                .put("unfinished", verdict.unfinished());
        for (Kind kind : Kind.values()) {
            json.put(kind.word(), count(verdict, kind));
        }
        ArrayNode findings = json.putArray("findings");
        verdict.findings().forEach(
                finding -> findings.addObject().put("kind", finding.kind().word()).put("text", finding.text()));
        try {
            to.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(json));
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        to.flush();
    }

    private static long count(Verdict verdict, Kind kind) {
        return verdict.counts().getOrDefault(kind, 0L);
    }
}
