package io.sluice.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/// `DescribeDeliveryStream`'s answer: the configuration as it was given, with Firehose's defaults where it says
/// nothing.
public final class Description {
    public static final String DESTINATION_ID = "destinationId-000000000001";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MILLIS = 1000.0;
    /// The members that both descriptions of an S3 destination have.
    private static final List<String> PLAIN = List.of("RoleARN", "BucketARN", "Prefix", "ErrorOutputPrefix",
            "BufferingHints", "CompressionFormat", "EncryptionConfiguration", "CloudWatchLoggingOptions");

    private Description() {}

    public static ObjectNode of(StreamState stream) {
        ObjectNode answer = JSON.createObjectNode();
        ObjectNode description = answer.putObject("DeliveryStreamDescription");
        description.put("DeliveryStreamName", stream.name()).put("DeliveryStreamARN", stream.arn())
                .put("DeliveryStreamStatus", stream.status().name());
        description.set("DeliveryStreamEncryptionConfiguration", stream.encryption());
        description.put("DeliveryStreamType", "DirectPut").put("VersionId", Integer.toString(stream.version()))
                .put("CreateTimestamp", seconds(stream.created()));
        if (stream.version() > 1) {
            description.put("LastUpdateTimestamp", seconds(stream.updated()));
        }
        ObjectNode destination = description.putArray("Destinations").addObject();
        ObjectNode extended = extended(stream.request());
        destination.put("DestinationId", DESTINATION_ID);
        ObjectNode plain = destination.putObject("S3DestinationDescription");
        PLAIN.stream().filter(extended::has).forEach(name -> plain.set(name, extended.get(name)));
        destination.set("ExtendedS3DestinationDescription", extended);
        description.put("HasMoreDestinations", false);
        return answer;
    }

    private static double seconds(Instant time) {
        return time.toEpochMilli() / MILLIS;
    }

    private static ObjectNode extended(ObjectNode request) {
        ObjectNode given = request.path("ExtendedS3DestinationConfiguration").deepCopy();
        ObjectNode extended = JSON.createObjectNode();
        given.properties().forEach(field -> {
            switch (field.getKey()) {
                case "S3BackupConfiguration" ->
                    extended.set("S3BackupDescription", withDefaults((ObjectNode) field.getValue(), false));
                default -> extended.set(field.getKey(), field.getValue());
            }
        });
        boolean large = given.path("DynamicPartitioningConfiguration").path("Enabled").asBoolean()
                || given.path("DataFormatConversionConfiguration").path("Enabled").asBoolean(
                        given.has("DataFormatConversionConfiguration"));
        withDefaults(extended, large);
        if (!extended.has("S3BackupMode")) {
            extended.put("S3BackupMode", "Disabled");
        }
        if (extended.get("ProcessingConfiguration") instanceof ObjectNode processing && !processing.has("Enabled")) {
            processing.put("Enabled", false);
        }
        if (extended.get("DynamicPartitioningConfiguration") instanceof ObjectNode partitioning) {
            if (partitioning.path("Enabled").asBoolean() && !partitioning.has("RetryOptions")) {
                partitioning.putObject("RetryOptions").put("DurationInSeconds", 300);
            }
        }
        return extended;
    }

    private static ObjectNode withDefaults(ObjectNode destination, boolean large) {
        if (!destination.has("BufferingHints")) {
            destination.putObject("BufferingHints").put("SizeInMBs", large ? 128 : 5).put("IntervalInSeconds", 300);
        }
        if (!destination.has("CompressionFormat")) {
            destination.put("CompressionFormat", "UNCOMPRESSED");
        }
        if (!destination.has("EncryptionConfiguration")) {
            destination.putObject("EncryptionConfiguration").put("NoEncryptionConfig", "NoEncryption");
        }
        if (!destination.has("CloudWatchLoggingOptions")) {
            destination.putObject("CloudWatchLoggingOptions").put("Enabled", false);
        }
        return destination;
    }
}
