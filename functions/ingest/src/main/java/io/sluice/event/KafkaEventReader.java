package io.sluice.event;

import io.sluice.encoding.Digests;
import io.sluice.firehose.EventFormatException;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads what an event source mapping on Kafka topics invokes a function with: Amazon MSK's and that of a cluster of
/// one's own. An event may have several partitions of several topics. Reads one event.
///
/// Source: AWS Lambda Developer Guide, "Using Lambda with Amazon MSK" and "… with self-managed Apache Kafka", with what
/// captures have besides: a partition's number as a text, a header's value in base64, no `value` where it is null.
final class KafkaEventReader {
    private static final String MSK = "aws:kafka";
    private static final Set<String> SELF_MANAGED = Set.of("SelfManagedKafka", "aws:SelfManagedKafka");
    /// Of a hash of server names in a source's name.
    private static final int HASH_BYTES = 16;

    private final EventSettings settings;
    private final Instant now;
    private final List<KafkaRecord> records = new ArrayList<>();
    private boolean hasRecords;
    private String source = "";
    private String arn = "";
    private String servers = "";

    private KafkaEventReader(EventSettings settings, Instant now) {
        this.settings = settings;
        this.now = now;
    }

    /// @param now no record arrives later: a producer's clock may be wrong, and a record without a time arrives now
    /// @throws EventFormatException when it is no such event
    static SourceBatch read(byte[] event, EventSettings settings, Instant now) {
        KafkaEventReader reader = new KafkaEventReader(settings, now);
        EventJson.read(event, "The event", reader::event);
        return reader.batch();
    }

    private void event(EventJson json) throws IOException {
        json.fields(name -> {
            switch (name) {
                case "eventSource" -> source = json.text();
                case "eventSourceArn" -> arn = json.isNull() ? "" : json.text();
                case "bootstrapServers" -> servers = json.isNull() ? "" : json.text();
                case "records" -> {
                    hasRecords = true;
                    json.fields(partition -> partition(json, partition));
                }
                default -> json.skip();
            }
        });
        if (!hasRecords) {
            throw json.missing("/records");
        }
    }

    /// @param name of topic and partition, as `orders-0`
    private void partition(EventJson json, String name) throws IOException {
        int[] index = {0};
        json.elements(() -> {
            String path = "/records/" + name + "/" + index[0]++;
            KafkaRecord record = KafkaRecord.read(json, path);
            if (!name.equals(record.topic() + "-" + record.partition())) {
                throw new EventFormatException("The event's " + path + " is of topic " + record.topic()
                        + " and partition " + record.partition() + ", and is listed as another partition's");
            }
            records.add(record);
        });
    }

    private SourceBatch batch() {
        String cluster = cluster();
        return new SourceBatch(SourceType.KAFKA, cluster, "",
                records.stream().map(record -> record(record, cluster)).toList());
    }

    private SourceRecord record(KafkaRecord record, String cluster) {
        String id = record.topic() + "-" + record.partition() + ":" + record.offset();
        return SourceRecord.numbered(id, arrival(record), data(record),
                new Position(partition(record, cluster), new SequenceNumber(Long.toString(record.offset()))));
    }

    private static NumberedSource partition(KafkaRecord record, String cluster) {
        try {
            return NumberedSource.ofKafka(cluster, record.topic(), record.partition());
        } catch (IllegalArgumentException e) {
            throw new EventFormatException("The event has a record whose position cannot be kept: " + e.getMessage(),
                    e);
        }
    }

    private Instant arrival(KafkaRecord record) {
        return record.timestamp() < 0 || record.timestamp() > now.toEpochMilli()
                ? now
                : Instant.ofEpochMilli(record.timestamp());
    }

    private byte[] data(KafkaRecord record) {
        return switch (settings.form()) {
            case PAYLOAD -> Optional.ofNullable(record.value()).orElseGet(() -> new byte[0]);
            case ENVELOPE -> RecordEnvelope.of(record);
        };
    }

    /// The name of the cluster in positions. A cluster of Amazon MSK has its ARN with a UUID in it, so that one that is
    /// made anew is another one. Any other has its bootstrap servers, in whichever order they come.
    private String cluster() {
        if (!source.equals(MSK) && !SELF_MANAGED.contains(source)) {
            throw new EventFormatException(source.isEmpty()
                    ? "The event has no /eventSource"
                    : "The event's /eventSource is " + source + ", neither aws:kafka nor SelfManagedKafka");
        }
        if (settings.cluster().isPresent()) {
            return "kafka:" + settings.cluster().get();
        }
        return source.equals(MSK) ? arn() : "kafka-servers:" + hash(serverNames());
    }

    private String arn() {
        if (arn.isEmpty()) {
            throw new EventFormatException("The event has no /eventSourceArn: which cluster's topics were read up to"
                    + " where is kept by it");
        }
        return arn;
    }

    private String serverNames() {
        Set<String> names = new TreeSet<>();
        Arrays.stream(servers.split(",", -1)).map(String::strip).filter(name -> !name.isEmpty())
                .forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        if (names.isEmpty()) {
            throw new EventFormatException("The event has no /bootstrapServers: which cluster's topics were read up to"
                    + " where is kept by them; or name the cluster in Sluice.Source.Name");
        }
        return String.join(",", names);
    }

    private static String hash(String text) {
        byte[] digest = Digests.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    }
}
