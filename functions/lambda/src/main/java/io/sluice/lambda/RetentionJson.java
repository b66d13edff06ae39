package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Lake;
import io.sluice.retention.EraseReport;
import io.sluice.retention.RemovalMode;
import io.sluice.retention.RemovalReport;
import io.sluice.retention.Retention;
import io.sluice.retention.SourceErasureReport;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Optional;

/// The retention function's answers, each one JSON object.
final class RetentionJson {
    private static final ObjectMapper JSON = new ObjectMapper().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private RetentionJson() {}

    static void write(Retention.Shown shown, OutputStream output) throws IOException {
        ObjectNode answer = JSON.createObjectNode();
        shown.days().ifPresentOrElse(days -> answer.put("defaultDays", days), () -> answer.putNull("defaultDays"));
        ArrayNode rules = answer.putArray("rules");
        shown.rules().forEach(
                rule -> rules.addObject().put("key", rule.of().toString()).put("days", rule.days()));
        JSON.writeValue(output, answer);
    }

    static void write(RemovalReport report, RemovalMode mode, OutputStream output) throws IOException {
        JSON.writeValue(output, removal(report, mode));
    }

    static void write(Lake.Erased erased, RemovalMode mode, OutputStream output) throws IOException {
        EraseReport report = erased.report();
        Optional<SourceErasureReport> source = erased.source();
        ObjectNode answer = JSON.createObjectNode();
        answer.put("key", report.of().toString());
        answer.setAll(removal(report.removed(), mode));
        answer.put("complete", report.complete() && source.map(SourceErasureReport::complete).orElse(true));
        source.ifPresent(of -> answer.set("source", source(of)));
        answer.putObject("buffer").put("objectsDrained", report.buffer().drained())
                .put("partitionsPending", report.buffer().pending()).put("deliveriesOpen", report.buffer().open())
                .put("stagedSwept", report.buffer().swept()).put("settled", report.buffer().settled())
                .set("problems", texts(report.buffer().problems()));
        answer.putObject("errorObjects").put("objects", report.errors().objects())
                .put("bytes", report.errors().bytes()).put("exact", report.errors().exact());
        answer.set("otherFolders", texts(report.otherFolders()));
        answer.set("daysUnmoved", texts(report.unmoved().stream().map(LocalDate::toString).toList()));
        answer.set("notReached", texts(report.notReached()));
        report.repeatFrom().ifPresent(from -> answer.put("repeatFrom", from.toString()));
        JSON.writeValue(output, answer);
    }

    private static ObjectNode source(SourceErasureReport report) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("prefix", report.prefix()).put("objects", report.objects()).put("records", report.records());
        answer.set("deleted", texts(report.deleted()));
        answer.set("rewritten", texts(report.rewritten()));
        answer.set("left", texts(report.left()));
        answer.put("leftCount", report.leftCount()).put("recordsUntold", report.untold());
        ObjectNode passed = answer.putObject("passed");
        report.passed().forEach(passed::put);
        report.after().ifPresent(key -> answer.put("after", key));
        return answer.put("complete", report.complete());
    }

    private static ObjectNode removal(RemovalReport report, RemovalMode mode) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("dryRun", mode == RemovalMode.DRY_RUN);
        answer.put("objects", report.objects()).put("bytes", report.bytes());
        ObjectNode folders = answer.putObject("folders");
        report.folders().forEach(folders::put);
        answer.put("inFlight", report.inFlight()).put("announced", report.announced()).put("failed", report.failed());
        answer.putObject("left").put("foreign", report.left().foreign()).put("ambiguous", report.left().ambiguous())
                .put("unreadable", report.left().unreadable()).set("examples", texts(report.left().examples()));
        answer.set("problems", texts(report.problems()));
        answer.putObject("requests").put("lists", report.requests().lists())
                .put("deletes", report.requests().deletes());
        answer.put("complete", report.complete());
        return answer;
    }

    private static ArrayNode texts(Collection<String> texts) {
        ArrayNode array = JSON.createArrayNode();
        texts.forEach(array::add);
        return array;
    }
}
