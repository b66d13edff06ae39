package io.sluice.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.firehose.EventFormatException;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A change of an item of a DynamoDB table as an event has it. Keys and images are JSON on one line, each attribute
/// with its type.
///
/// @param stream       the stream's ARN
/// @param eventId      given by the stream, the same whenever it hands the change over
/// @param eventName    `INSERT`, `MODIFY` or `REMOVE`
/// @param sequence     the change's number in its shard, which the event does not name
/// @param created      epoch milliseconds, from 1970 to 9999; to a second or to a millisecond
/// @param userIdentity JSON on one line: who deleted the item, where the table's time to live did; null: a client
/// @param newImage     null where the stream's view has none, or the item was removed
/// @param oldImage     null where the stream's view has none, or the item is new
record ChangeRecord(String stream, String eventId, String eventName, String sequence, long created,
        @Nullable String userIdentity, String keys, @Nullable String newImage, @Nullable String oldImage) {
    /// The end of the year 9999.
    private static final BigDecimal SECONDS_MAX = new BigDecimal("253402300799");

    /// Reads the change that `json` stands on.
    ///
    /// @param path of the record in the event, for messages
    static ChangeRecord read(EventJson json, String path) throws IOException {
        Fields fields = new Fields(json);
        json.fields(fields::field);
        return fields.toRecord(path);
    }

    /// The values of the record's fields that were read so far.
    private static final class Fields {
        private final EventJson json;
        private String source = "";
        private String stream = "";
        private String eventId = "";
        private String eventName = "";
        private String sequence = "";
        private @Nullable Long created;
        private @Nullable String userIdentity;
        private @Nullable String keys;
        private @Nullable String newImage;
        private @Nullable String oldImage;

        Fields(EventJson json) {
            this.json = json;
        }

        void field(String name) throws IOException {
            switch (name) {
                case "eventSource" -> source = json.text();
                case "eventSourceARN" -> stream = json.text();
                case "eventID" -> eventId = json.text();
                case "eventName" -> eventName = json.text();
                case "userIdentity" -> userIdentity = copy();
                case "dynamodb" -> json.fields(this::change);
                default -> json.skip();
            }
        }

        private void change(String name) throws IOException {
            switch (name) {
                case "ApproximateCreationDateTime" -> created = millis();
                case "SequenceNumber" -> sequence = json.text();
                case "Keys" -> keys = copy();
                case "NewImage" -> newImage = copy();
                case "OldImage" -> oldImage = copy();
                default -> json.skip();
            }
        }

        /// Seconds, whole or not.
        private long millis() throws IOException {
            if (!json.parser().currentToken().isNumeric()) {
                throw json.failure("is not a number of seconds");
            }
            BigDecimal seconds = json.parser().getDecimalValue();
            if (seconds.signum() < 0 || seconds.compareTo(SECONDS_MAX) > 0) {
                throw json.failure("is not between the years 1970 and 9999");
            }
            return seconds.movePointRight(3).longValue();
        }

        /// The current object, on one line; null where it is null.
        private @Nullable String copy() throws IOException {
            if (json.isNull()) {
                return null;
            }
            if (!json.parser().isExpectedStartObjectToken()) {
                throw json.failure("is not an object");
            }
            StringWriter text = new StringWriter();
            try (JsonGenerator to = EventJson.PAYLOADS.createGenerator(text)) {
                to.copyCurrentStructureExact(json.parser());
            }
            return text.toString();
        }

        ChangeRecord toRecord(String path) {
            if (!source.equals("aws:dynamodb")) {
                throw source.isEmpty()
                        ? json.missing(path + "/eventSource")
                        : new EventFormatException("The event's " + path + "/eventSource is " + source
                                + ", not aws:dynamodb");
            }
            require(!stream.isEmpty(), path + "/eventSourceARN");
            require(!eventId.isEmpty(), path + "/eventID");
            require(!eventName.isEmpty(), path + "/eventName");
            require(!sequence.isEmpty(), path + "/dynamodb/SequenceNumber");
            if (keys == null) {
                throw json.missing(path + "/dynamodb/Keys");
            }
            if (created == null) {
                throw json.missing(path + "/dynamodb/ApproximateCreationDateTime");
            }
            return new ChangeRecord(stream, eventId, eventName, sequence, created, userIdentity, keys, newImage,
                    oldImage);
        }

        private void require(boolean isThere, String path) {
            if (!isThere) {
                throw json.missing(path);
            }
        }
    }
}
