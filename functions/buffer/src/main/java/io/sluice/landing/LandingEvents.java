package io.sluice.landing;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.landing.LandingLog.Step;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Makes a stream's events of what is read: the same event of the same landing, whoever reads it.
///
/// @param stream `DeliveryStreamName`
/// @param bucket name of the data bucket
public record LandingEvents(String stream, String bucket) {
    /// Bytes of an event: EventBridge and SQS take 256 KiB with what they add (Amazon EventBridge user guide,
    /// "Calculating `PutEvents` event entry size"; Amazon SQS developer guide, "Message quotas").
    public static final int BYTES_MAX = 240_000;
    private static final int FORMAT = 1;
    private static final long MINUTE_MILLIS = 60_000;
    /// What stands around the objects of an event, at most.
    private static final int HEAD_BYTES_MAX = 2_000;

    /// One event, or as many as its objects take: the parts of the landing.
    ///
    /// @param buffer name of the chain's buffer
    public List<LandingEvent> landed(String buffer, Landing landing) {
        List<List<LandedObject>> parts = parts(landing.landed().objects());
        List<LandingEvent> events = new ArrayList<>(parts.size());
        for (int part = 1; part <= parts.size(); part++) {
            int number = part;
            List<LandedObject> objects = parts.get(part - 1);
            String id = "%s/%d/%d".formatted(buffer, landing.version(), part);
            events.add(event(id, LandingEvent.Type.LANDED, buffer, landing.landed().at(), json -> {
                json.writeNumberField("landing", landing.version());
                json.writeNumberField("previous", landing.landed().previous());
                json.writeNumberField("part", number);
                json.writeNumberField("parts", parts.size());
                json.writeStringField("bucket", bucket);
                json.writeArrayFieldStart("objects");
                for (LandedObject object : objects) {
                    json.writeRawValue(text(object));
                }
                json.writeEndArray();
            }));
        }
        return events;
    }

    /// The events of a landing, whatever it tells.
    List<LandingEvent> of(String chain, Landing landing) {
        return landing.change().map(change -> new LakeEvents(this).of(chain, landing, change))
                .orElseGet(() -> landed(chain, landing));
    }

    /// The event of landings that are no longer there.
    ///
    /// @param next the landing that tells of them
    public LandingEvent missing(String buffer, Step.Missing missing, Landing next) {
        String id = "%s/missing/%d-%d".formatted(buffer, missing.after(), missing.upTo());
        return event(id, LandingEvent.Type.MISSING, buffer, next.landed().at(), json -> {
            json.writeNumberField("after", missing.after());
            json.writeNumberField("upTo", missing.upTo());
            json.writeStringField("bucket", bucket);
        });
    }

    /// The event that everything which arrived before a time has landed, and was told.
    ///
    /// @param until epoch milliseconds, a full hour of UTC
    public LandingEvent completed(long until) {
        String id = stream + "/completed/" + until / MINUTE_MILLIS;
        return event(id, LandingEvent.Type.COMPLETED, completedChain(), until, json -> {
            EventText.time(json, "until", until);
            json.writeStringField("bucket", bucket);
        });
    }

    /// The event of a date of the layout that is complete, or is no longer.
    ///
    /// @param date with what landed of it so far
    public LandingEvent date(ToldDates.Date date, Duration lateness) {
        LandingEvent.Type type = date.isOpen() ? LandingEvent.Type.REOPENED : LandingEvent.Type.COMPLETED;
        long end = LandedDates.end(date.day(), lateness);
        String id = "%s/%s/%s/%d".formatted(stream, type.word(), date.day(), date.landed().last());
        return event(id, type, datesChain(), date.reopened().orElse(end), json -> {
            json.writeStringField("date", date.day().toString());
            EventText.time(json, "until", end);
            json.writeNumberField("objects", date.landed().objects());
            json.writeNumberField("records", date.landed().records());
            json.writeStringField("bucket", bucket);
        });
    }

    /// The event that a landing has objects with records that arrived before a time which was told to be complete;
    /// empty where it has none.
    ///
    /// @param until epoch milliseconds; 0: no time was
    public Optional<LandingEvent> reopened(String buffer, Landing landing, long until) {
        List<LandedObject> late = landing.landed().objects().stream().filter(each -> each.oldestArrival() < until)
                .toList();
        if (late.isEmpty()) {
            return Optional.empty();
        }
        long from = late.stream().mapToLong(LandedObject::oldestArrival).min().orElseThrow();
        long records = late.stream().mapToLong(LandedObject::records).sum();
        String id = "%s/%d/reopened".formatted(buffer, landing.version());
        return Optional.of(event(id, LandingEvent.Type.REOPENED, buffer, landing.landed().at(), json -> {
            json.writeNumberField("landing", landing.version());
            EventText.time(json, "from", from);
            EventText.time(json, "until", until);
            json.writeNumberField("objects", late.size());
            json.writeNumberField("recordsAtMost", records);
            json.writeStringField("bucket", bucket);
        }));
    }

    /// The event of a day's sum.
    ///
    /// @param day    in UTC
    /// @param at     when the sum was made
    /// @param chains of all the stream's buffers
    public LandingEvent reconciled(LocalDate day, Instant at, List<Reconciliation> chains) {
        boolean holds = chains.stream().allMatch(Reconciliation::holds);
        return event(stream + "/reconciled/" + day, LandingEvent.Type.RECONCILED, reconciledChain(), at.toEpochMilli(),
                json -> {
                    json.writeStringField("day", day.toString());
                    json.writeBooleanField("holds", holds);
                    write(json, sum(chains));
                    json.writeArrayFieldStart("chains");
                    for (Reconciliation each : chains) {
                        json.writeStartObject();
                        json.writeStringField("chain", each.chain());
                        json.writeNumberField("landing", each.version());
                        json.writeBooleanField("holds", each.holds());
                        write(json, each);
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                });
    }

    /// The name of the chain of times that are complete, which no buffer has.
    String completedChain() {
        return stream + "!completed";
    }

    /// The name of the chain of the layout's dates, which no buffer has.
    String datesChain() {
        return stream + "!dates";
    }

    /// The name of the chain of days, which no buffer has.
    String reconciledChain() {
        return stream + "!reconciled";
    }

    LandingEvent event(String id, LandingEvent.Type type, String chain, long at, EventText.Members members) {
        return new LandingEvent(id, type, chain, Instant.ofEpochMilli(at), EventText.object(json -> {
            json.writeNumberField("version", FORMAT);
            json.writeStringField("id", id);
            json.writeStringField("type", type.word());
            EventText.time(json, "time", at);
            json.writeStringField("stream", stream);
            json.writeStringField("chain", chain);
            members.write(json);
        }));
    }

    private static List<List<LandedObject>> parts(List<LandedObject> objects) {
        return parts(objects, LandingEvents::text, HEAD_BYTES_MAX);
    }

    /// Objects of one event after the other.
    ///
    /// @param head bytes of what stands around them, at most
    static <T> List<List<T>> parts(List<T> objects, Function<T, String> text, int head) {
        List<List<T>> parts = new ArrayList<>();
        List<T> part = new ArrayList<>();
        int bytes = head;
        for (T object : objects) {
            int more = EventText.bytes(text.apply(object)) + 1;
            if (bytes + more > BYTES_MAX) {
                parts.add(part);
                part = new ArrayList<>();
                bytes = head;
            }
            part.add(object);
            bytes += more;
        }
        parts.add(part);
        return parts;
    }

    private static String text(LandedObject object) {
        return EventText.object(json -> {
            json.writeStringField("key", object.key().value());
            json.writeStringField("kind", object.kind().name().toLowerCase(Locale.ROOT));
            json.writeNumberField("bytes", object.bytes());
            json.writeNumberField("records", object.records());
            EventText.time(json, "oldestArrival", object.oldestArrival());
            EventText.time(json, "newestArrival", object.newestArrival());
        });
    }

    private Reconciliation sum(List<Reconciliation> chains) {
        return chains.stream().reduce(new Reconciliation(stream, 0, 0, 0, 0, 0, 0, 0, 0),
                (one, other) -> new Reconciliation(stream, 0, one.in() + other.in(),
                        one.delivered() + other.delivered(), one.rejected() + other.rejected(),
                        one.dropped() + other.dropped(), one.discarded() + other.discarded(),
                        one.pending() + other.pending(), one.open() + other.open()));
    }

    private static void write(JsonGenerator json, Reconciliation of) throws IOException {
        json.writeNumberField("in", of.in());
        json.writeNumberField("delivered", of.delivered());
        json.writeNumberField("rejected", of.rejected());
        json.writeNumberField("dropped", of.dropped());
        json.writeNumberField("discarded", of.discarded());
        json.writeNumberField("pending", of.pending());
        json.writeNumberField("open", of.open());
    }
}
