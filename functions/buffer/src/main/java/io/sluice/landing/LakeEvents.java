package io.sluice.landing;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Makes events of changes to the lake: the same of the same change, whoever reads it.
record LakeEvents(LandingEvents events) {
    /// An object, and on which side of a change it is.
    private record Side(LakeObject object, boolean isMade) {}

    /// One event, or as many as its objects take.
    List<LandingEvent> of(String chain, Landing landing, LakeChange change) {
        LandingEvent.Type type = change.reason().replaces()
                ? LandingEvent.Type.REPLACED
                : LandingEvent.Type.REMOVED;
        List<List<Side>> parts = LandingEvents.parts(
                Stream.concat(change.gone().stream().map(each -> new Side(each, false)),
                        change.made().stream().map(each -> new Side(each, true))).toList(),
                side -> text(side.object), head(change));
        List<LandingEvent> all = new ArrayList<>(parts.size());
        for (int part = 1; part <= parts.size(); part++) {
            int number = part;
            String id = "%s/%d/%d".formatted(chain, landing.version(), part);
            all.add(events.event(id, type, chain, landing.landed().at(), json -> {
                json.writeNumberField("landing", landing.version());
                json.writeNumberField("previous", landing.landed().previous());
                json.writeNumberField("part", number);
                json.writeNumberField("parts", parts.size());
                json.writeStringField("bucket", events.bucket());
                json.writeStringField("change", change.id());
                json.writeNumberField("changePart", change.part());
                json.writeNumberField("changeParts", change.parts());
                json.writeStringField("reason", change.reason().name().toLowerCase(Locale.ROOT));
                write(json, "gone", parts.get(number - 1).stream().filter(side -> !side.isMade).toList());
                if (change.reason().replaces()) {
                    write(json, "made", parts.get(number - 1).stream().filter(Side::isMade).toList());
                }
                json.writeObjectFieldStart("heads");
                for (var head : change.heads().entrySet()) {
                    json.writeNumberField(head.getKey(), head.getValue());
                }
                json.writeEndObject();
            }));
        }
        return all;
    }

    /// A stream may have many buffers.
    private static int head(LakeChange change) {
        return 2_000 + 120 * change.heads().size();
    }

    private static void write(JsonGenerator json, String name, List<Side> sides) throws IOException {
        json.writeArrayFieldStart(name);
        for (Side side : sides) {
            json.writeRawValue(text(side.object));
        }
        json.writeEndArray();
    }

    private static String text(LakeObject object) {
        return EventText.object(json -> {
            json.writeStringField("key", object.key().value());
            json.writeNumberField("bytes", object.bytes());
            if (object.etag().isPresent()) {
                json.writeStringField("etag", object.etag().get());
            }
        });
    }
}
