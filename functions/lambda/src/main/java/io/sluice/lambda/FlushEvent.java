package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.flush.DeliverySlice;
import io.sluice.flush.Forfeiture;
import io.sluice.lane.Lane;
import io.sluice.recover.RecoverySettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A request to the flusher. Everything else in a scheduled event is ignored.
///
/// @param drain every partition is due
/// @param sweep when staged objects that nothing refers to are removed, instead of a flush run
/// @param slice what is open of it is delivered, instead of a flush run
/// @param forfeit a damaged chunk that is given up, instead of a flush run
/// @param recover the index is made again of the staging bucket, instead of a flush run
/// @param look    how the run begins
/// @param lane    the one lane that is meant; empty: all of the stream's
record FlushEvent(boolean drain, Sweep sweep, Optional<DeliverySlice> slice, Optional<Forfeiture.Request> forfeit,
        Recover recover, Look look, Optional<Lane> lane) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Map<String, Recover> TOLD = Map.of("at once", Recover.AT_ONCE, "as found", Recover.AS_FOUND,
            "at once, as found", Recover.AT_ONCE_AS_FOUND);
    /// The field in which Lambda has the messages of a queue (AWS Lambda developer guide, "Using Lambda with Amazon
    /// SQS").
    private static final String MESSAGES = "Records";
    private static final Set<String> REQUESTS = Set.of("drain", "sweep", "slice", "forfeit", "recover", "lane");

    /// The choice to make the index again, or not to.
    enum Recover {
        /// `false`, or not mentioned.
        NO,
        /// `true`: if nothing was staged for as long as an invocation lives.
        WHEN_QUIET,
        /// `"at once"`: somebody made sure that nobody is at work.
        AT_ONCE,
        /// `"as found"`: as the first, by who knows that no manifest was deleted.
        AS_FOUND,
        /// `"at once, as found"`: both.
        AT_ONCE_AS_FOUND;

        /// How long nothing may have been staged.
        Duration quietFor() {
            return this == AT_ONCE || this == AT_ONCE_AS_FOUND ? Duration.ZERO : RecoverySettings.INVOCATION_MAX;
        }

        boolean isAsFound() {
            return this == AS_FOUND || this == AT_ONCE_AS_FOUND;
        }
    }

    /// The choice to sweep, or not to.
    enum Sweep {
        /// `false`, or not mentioned.
        NO(""),
        /// `true`: goes on with a pass, or begins one.
        NOW(",\"sweep\":true"),
        /// `"when due"`: goes on with a pass, or begins the day's.
        WHEN_DUE(",\"sweep\":\"when due\"");

        private final String member;

        Sweep(String member) {
            this.member = member;
        }
    }

    /// The beginning of a run.
    enum Look {
        /// It reads all there is.
        WHOLE,
        /// A message of the queue of ticks asks for it, between two runs of the schedule: when a glance shows nothing,
        /// there is none. What the message says does not matter, nor how late or how often it comes.
        GLANCE
    }

    FlushEvent(boolean drain, Sweep sweep, Optional<DeliverySlice> slice, Optional<Forfeiture.Request> forfeit) {
        this(drain, sweep, slice, forfeit, Recover.NO, Look.WHOLE, Optional.empty());
    }

    /// @throws IOException when the event is no JSON object, or a flag in it is neither true nor false
    static FlushEvent read(InputStream input) throws IOException {
        try (JsonParser parser = JSON.createParser(input)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return new FlushEvent(false, Sweep.NO, Optional.empty(), Optional.empty());
            }
            if (first != JsonToken.START_OBJECT) {
                throw new IOException("the flusher's event is no JSON object");
            }
            boolean drain = false;
            Sweep sweep = Sweep.NO;
            Optional<DeliverySlice> slice = Optional.empty();
            Optional<Forfeiture.Request> forfeit = Optional.empty();
            Recover recover = Recover.NO;
            Look look = Look.WHOLE;
            Optional<Lane> lane = Optional.empty();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                switch (parser.currentName()) {
                    case "drain" -> drain = flag(parser);
                    case "sweep" -> sweep = sweep(parser);
                    case "recover" -> recover = recover(parser);
                    case "slice" -> slice = Optional.of(SliceEvent.read(parser));
                    case "forfeit" -> forfeit = Optional.of(ForfeitEvent.read(parser));
                    case "lane" -> lane = Optional.of(lane(parser));
                    case MESSAGES -> {
                        look = Look.GLANCE;
                        skip(parser);
                    }
                    default -> skip(parser);
                }
            }
            return new FlushEvent(drain, sweep, slice, forfeit, recover, look, lane);
        }
    }

    /// Skips what a scheduler adds, which is none of the flusher's; a request that is almost one is refused, since it
    /// would be taken for an ordinary run.
    private static void skip(JsonParser parser) throws IOException {
        String name = parser.currentName();
        if (REQUESTS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IOException("the flusher's event: " + name + " is written "
                    + name.toLowerCase(Locale.ROOT));
        }
        parser.nextToken();
        parser.skipChildren();
    }

    private static Sweep sweep(JsonParser parser) throws IOException {
        JsonToken value = parser.nextToken();
        if (value == JsonToken.VALUE_TRUE) {
            return Sweep.NOW;
        }
        if (value == JsonToken.VALUE_FALSE) {
            return Sweep.NO;
        }
        if (value == JsonToken.VALUE_STRING && parser.getText().equals("when due")) {
            return Sweep.WHEN_DUE;
        }
        throw new IOException("the flusher's event: sweep is true, false or \"when due\"");
    }

    private static Recover recover(JsonParser parser) throws IOException {
        JsonToken value = parser.nextToken();
        if (value == JsonToken.VALUE_TRUE) {
            return Recover.WHEN_QUIET;
        }
        if (value == JsonToken.VALUE_FALSE) {
            return Recover.NO;
        }
        Recover told = value == JsonToken.VALUE_STRING ? TOLD.get(parser.getText()) : null;
        if (told == null) {
            throw new IOException("the flusher's event: recover is true, false, \"at once\", \"as found\" or"
                    + " \"at once, as found\"");
        }
        return told;
    }

    private static Lane lane(JsonParser parser) throws IOException {
        if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
            long number = parser.getLongValue();
            if (number >= 0 && number < Lane.LANES_MAX) {
                return new Lane((int) number);
            }
        }
        throw new IOException("the flusher's event: lane is a number from 0 to " + (Lane.LANES_MAX - 1));
    }

    /// The event with which a flusher asks another invocation of itself for what it was asked for, in one lane.
    byte[] in(Lane other) {
        return ("{\"lane\":" + other.number() + sweep.member + (drain ? ",\"drain\":true" : "")
                + (look == Look.GLANCE ? ",\"" + MESSAGES + "\":[]" : "") + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static boolean flag(JsonParser parser) throws IOException {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value != JsonToken.VALUE_TRUE && value != JsonToken.VALUE_FALSE) {
            throw new IOException("the flusher's event: " + name + " is true or false, not another value");
        }
        return value == JsonToken.VALUE_TRUE;
    }
}
