package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ApiException;
import io.sluice.api.Description;
import io.sluice.api.RequestMembers;
import io.sluice.api.StreamState;

/// Applies `UpdateDestination` to a configuration: each member that it names replaces the one before.
final class DestinationUpdate {
    private static final String DESTINATION = "ExtendedS3DestinationConfiguration";
    private static final String PARTITIONING = "DynamicPartitioningConfiguration";
    private static final String PROCESSING = "ProcessingConfiguration";

    private DestinationUpdate() {}

    /// @throws ApiException when the update is for another version or destination
    static ObjectNode apply(StreamState stream, ObjectNode request) {
        String version = RequestMembers.text(request, "CurrentDeliveryStreamVersionId")
                .orElseThrow(() -> ApiException.missing("currentDeliveryStreamVersionId"));
        String destination = RequestMembers.text(request, "DestinationId")
                .orElseThrow(() -> ApiException.missing("destinationId"));
        if (!version.equals(Integer.toString(stream.version()))) {
            throw ApiException.of("ConcurrentModificationException", "Cannot update firehose: " + stream.name()
                    + " since the current version id: " + stream.version() + " and specified version id: " + version
                    + " do not match");
        }
        if (!destination.equals(Description.DESTINATION_ID)) {
            throw ApiException.invalid("Destination Id " + destination + " not found");
        }
        ObjectNode extended = request.deepCopy();
        PlainDestination.extend(extended, "Update");
        ObjectNode update = RequestMembers.object(extended, "ExtendedS3DestinationUpdate")
                .orElseThrow(() -> ApiException
                        .invalid("Only ExtendedS3DestinationUpdate and S3DestinationUpdate are supported, and both are"
                                + " missing."));
        ObjectNode changed = stream.request().deepCopy();
        merge((ObjectNode) changed.path(DESTINATION), update);
        return changed;
    }

    private static void merge(ObjectNode destination, ObjectNode update) {
        refuseSwitching(destination, update);
        boolean processed = destination.path(PROCESSING).path("Enabled").asBoolean();
        update.properties().forEach(field -> {
            if (!field.getValue().isNull()) {
                destination.set(field.getKey().equals("S3BackupUpdate") ? "S3BackupConfiguration" : field.getKey(),
                        field.getValue().deepCopy());
            }
        });
        if (update.has(PROCESSING) && destination.get(PROCESSING) instanceof ObjectNode processing
                && !processing.has("Enabled")) {
            processing.put("Enabled", processed);
        }
    }

    private static void refuseSwitching(ObjectNode destination, ObjectNode update) {
        if (!update.path(PARTITIONING).has("Enabled")) {
            return;
        }
        boolean before = destination.path(PARTITIONING).path("Enabled").asBoolean();
        boolean after = update.path(PARTITIONING).path("Enabled").asBoolean();
        if (before != after) {
            throw ApiException.invalid(before
                    ? "Dynamic Partitioning cannot be disabled after it is enabled on a delivery stream."
                    : "Dynamic Partitioning can only be enabled when a delivery stream is created.");
        }
    }
}
