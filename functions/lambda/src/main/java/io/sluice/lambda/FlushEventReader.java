package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.app.Flushing.Mode;
import io.sluice.app.Flushing.SweepTime;
import io.sluice.app.RecoveryMode;
import io.sluice.buffers.BufferNumber;
import io.sluice.flush.ChunkDiscard;
import io.sluice.flush.DeliverySlice;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads the flusher's event. Everything in it that is no request is ignored. For one event.
final class FlushEventReader {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Map<String, RecoveryMode> TOLD = Map.of("at once", RecoveryMode.AT_ONCE, "as found",
            RecoveryMode.AS_FOUND, "at once, as found", RecoveryMode.AT_ONCE_AS_FOUND);
    private static final Set<String> REQUESTS = Set.of("drain", "sweep", "slice", "discard", "recover", "lane");

    private boolean drain;
    private boolean tick;
    private Optional<SweepTime> sweep = Optional.empty();
    private Optional<DeliverySlice> slice = Optional.empty();
    private Optional<ChunkDiscard.Request> discard = Optional.empty();
    private Optional<RecoveryMode> recover = Optional.empty();
    private Optional<BufferNumber> number = Optional.empty();

    FlushEvent read(InputStream input) throws IOException {
        try (JsonParser parser = JSON.createParser(input)) {
            JsonToken first = parser.nextToken();
            if (first != null && first != JsonToken.START_OBJECT) {
                throw new IOException("the flusher's event is no JSON object");
            }
            while (first != null && parser.nextToken() == JsonToken.FIELD_NAME) {
                member(parser);
            }
        }
        Mode mode = drain ? Mode.DRAIN : tick ? Mode.IDLE_CHECK : Mode.SCHEDULED;
        return recover.<FlushEvent>map(FlushEvent.Recover::new)
                .or(() -> sweep.map(time -> new FlushEvent.Sweep(time, number)))
                .or(() -> discard.map(FlushEvent.Discard::new))
                .or(() -> slice.map(of -> new FlushEvent.Slice(of, number)))
                .orElseGet(() -> new FlushEvent.Flush(mode, number));
    }

    private void member(JsonParser parser) throws IOException {
        switch (parser.currentName()) {
            case "drain" -> drain = flag(parser);
            case "sweep" -> sweep = sweep(parser);
            case "recover" -> recover = recover(parser);
            case "slice" -> slice = Optional.of(SliceEvent.read(parser));
            case "discard" -> discard = Optional.of(DiscardEvent.read(parser));
            case "lane" -> number = Optional.of(number(parser));
            case FlushEvent.MESSAGES -> {
                tick = true;
                skip(parser);
            }
            default -> skip(parser);
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

    private static Optional<SweepTime> sweep(JsonParser parser) throws IOException {
        JsonToken value = parser.nextToken();
        if (value == JsonToken.VALUE_TRUE) {
            return Optional.of(SweepTime.NOW);
        }
        if (value == JsonToken.VALUE_FALSE) {
            return Optional.empty();
        }
        if (value == JsonToken.VALUE_STRING && parser.getText().equals("when due")) {
            return Optional.of(SweepTime.WHEN_DUE);
        }
        throw new IOException("the flusher's event: sweep is true, false or \"when due\"");
    }

    private static Optional<RecoveryMode> recover(JsonParser parser) throws IOException {
        JsonToken value = parser.nextToken();
        if (value == JsonToken.VALUE_TRUE) {
            return Optional.of(RecoveryMode.WHEN_QUIET);
        }
        if (value == JsonToken.VALUE_FALSE) {
            return Optional.empty();
        }
        RecoveryMode told = value == JsonToken.VALUE_STRING ? TOLD.get(parser.getText()) : null;
        if (told == null) {
            throw new IOException("the flusher's event: recover is true, false, \"at once\", \"as found\" or"
                    + " \"at once, as found\"");
        }
        return Optional.of(told);
    }

    private static BufferNumber number(JsonParser parser) throws IOException {
        if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
            long number = parser.getLongValue();
            if (number >= 0 && number < BufferNumber.BUFFERS_MAX) {
                return new BufferNumber((int) number);
            }
        }
        throw new IOException("the flusher's event: lane is a number from 0 to " + (BufferNumber.BUFFERS_MAX - 1));
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
