package io.sluice.local.landed;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeObject;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog.Step;
import io.sluice.local.Sizes;
import io.sluice.local.landed.FollowedLog.Told;
import io.sluice.partition.Partition;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// The lines in which it is told what landed.
public interface LandedLines {
    /// Prints a landing, and what is missing before it.
    void print(Told told);

    /// A line for each object.
    ///
    /// @param missing takes sentences about what is missing
    static LandedLines text(PrintWriter out, Consumer<String> missing) {
        return told -> {
            told.missing().map(each -> sentence(told.buffer(), each)).ifPresent(missing);
            Instant at = Instant.ofEpochMilli(told.landing().landed().at());
            told.landing().change().ifPresent(change -> print(out, at, change));
            for (LandedObject each : told.landing().landed().objects()) {
                out.println(String.format(Locale.ROOT, "%-24s %16s %8s  %s%s", at,
                        Sizes.count(each.records(), "record"), Sizes.bytes(each.bytes()), each.key(),
                        each.kind() == Partition.Kind.ERRORS ? "  (error records)" : ""));
            }
        };
    }

    private static void print(PrintWriter out, Instant at, LakeChange change) {
        String reason = change.reason().name().toLowerCase(Locale.ROOT);
        change.gone().forEach(each -> print(out, at, each, "goes: " + reason));
        change.made().forEach(each -> print(out, at, each, "made: " + reason));
    }

    private static void print(PrintWriter out, Instant at, LakeObject object, String how) {
        out.println(String.format(Locale.ROOT, "%-24s %16s %8s  %s  (%s)", at, "", Sizes.bytes(object.bytes()),
                object.key(), how));
    }

    private static String sentence(String buffer, Step.Missing missing) {
        return "Landings of " + buffer + " after version " + missing.after() + ", up to " + missing.upTo()
                + ", are missing: they were removed before they were read. What landed with them is in the bucket"
                + " all the same; list it";
    }

    /// A JSON document for each landing, and one for what is missing, each in a line.
    static LandedLines json(PrintWriter out) {
        ObjectMapper mapper = new ObjectMapper();
        return told -> {
            told.missing().ifPresent(each -> {
                ObjectNode line = mapper.createObjectNode().put("stream", told.stream()).put("buffer", told.buffer());
                line.putObject("missing").put("after", each.after()).put("upTo", each.upTo());
                out.println(line);
            });
            Landing landing = told.landing();
            ObjectNode line = mapper.createObjectNode().put("stream", told.stream()).put("buffer", told.buffer())
                    .put("version", landing.version())
                    .put("id", told.buffer() + "/" + landing.version())
                    .put("at", time(landing.landed().at()));
            var objects = line.putArray("objects");
            for (LandedObject each : landing.landed().objects()) {
                objects.addObject().put("key", each.key().value()).put("bytes", each.bytes())
                        .put("records", each.records())
                        .put("kind", each.kind().name().toLowerCase(Locale.ROOT))
                        .put("oldestArrival", time(each.oldestArrival()))
                        .put("newestArrival", time(each.newestArrival()));
            }
            landing.change().ifPresent(change -> put(line.putObject("change"), change));
            out.println(line);
        };
    }

    private static void put(ObjectNode json, LakeChange change) {
        json.put("id", change.id()).put("reason", change.reason().name().toLowerCase(Locale.ROOT))
                .put("part", change.part()).put("parts", change.parts());
        put(json.putArray("gone"), change.gone());
        put(json.putArray("made"), change.made());
        ObjectNode heads = json.putObject("heads");
        change.heads().forEach(heads::put);
    }

    private static void put(ArrayNode json, List<LakeObject> objects) {
        for (LakeObject each : objects) {
            ObjectNode object = json.addObject().put("key", each.key().value()).put("bytes", each.bytes());
            each.etag().ifPresent(etag -> object.put("etag", etag));
        }
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
