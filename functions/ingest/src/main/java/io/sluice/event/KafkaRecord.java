package io.sluice.event;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A record of a topic as an event has it.
///
/// @param timestamp     epoch milliseconds; negative: it has none
/// @param timestampType `CREATE_TIME` or `LOG_APPEND_TIME`; empty where the event does not say
/// @param key           null: it has none
/// @param value         null: the key was deleted
record KafkaRecord(String topic, int partition, long offset, long timestamp, String timestampType,
        byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {

    /// @param value null where the header has none
    record Header(String name, byte @Nullable [] value) {}

    /// Reads the record that `json` stands on.
    ///
    /// @param path of the record in the event, for messages
    static KafkaRecord read(EventJson json, String path) throws IOException {
        Fields fields = new Fields(json);
        json.fields(fields::field);
        return fields.toRecord(path);
    }

    /// The values of the record's fields that were read so far.
    private static final class Fields {
        private final EventJson json;
        private @Nullable String topic;
        private @Nullable Integer partition;
        private @Nullable Long offset;
        private @Nullable Long timestamp;
        private String timestampType = "";
        private byte @Nullable [] key;
        private byte @Nullable [] value;
        private final List<Header> headers = new ArrayList<>();

        Fields(EventJson json) {
            this.json = json;
        }

        void field(String name) throws IOException {
            switch (name) {
                case "topic" -> topic = json.text();
                case "partition" -> partition = partition(json.whole());
                case "offset" -> offset = notNegative(json.whole());
                case "timestamp" -> timestamp = json.whole();
                case "timestampType" -> timestampType = json.isNull() ? "" : json.text();
                case "key" -> key = json.base64();
                case "value" -> value = json.base64();
                case "headers" -> headers();
                default -> json.skip();
            }
        }

        private int partition(long number) {
            if (number < 0 || number > Integer.MAX_VALUE) {
                throw json.failure("is no partition's number");
            }
            return (int) number;
        }

        private long notNegative(long number) {
            if (number < 0) {
                throw json.failure("is negative");
            }
            return number;
        }

        private void headers() throws IOException {
            if (!json.isNull()) {
                json.elements(() -> json.fields(name -> headers.add(new Header(name, headerValue()))));
            }
        }

        /// An array of the value's bytes, signed or not; samples have base64.
        private byte @Nullable [] headerValue() throws IOException {
            if (!json.parser().hasToken(JsonToken.START_ARRAY)) {
                return json.base64();
            }
            List<Byte> bytes = new ArrayList<>();
            json.elements(() -> {
                long each = json.whole();
                if (each < Byte.MIN_VALUE || each > 0xff) {
                    throw json.failure("is no byte");
                }
                bytes.add((byte) each);
            });
            byte[] all = new byte[bytes.size()];
            for (int i = 0; i < all.length; i++) {
                all[i] = bytes.get(i);
            }
            return all;
        }

        KafkaRecord toRecord(String path) {
            if (topic == null) {
                throw json.missing(path + "/topic");
            }
            if (partition == null) {
                throw json.missing(path + "/partition");
            }
            if (offset == null) {
                throw json.missing(path + "/offset");
            }
            if (timestamp == null) {
                throw json.missing(path + "/timestamp");
            }
            return new KafkaRecord(topic, partition, offset, timestamp, timestampType, key, value,
                    List.copyOf(headers));
        }
    }
}
