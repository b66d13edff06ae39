package io.sluice.infra;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.source.SourceText;
import java.util.List;

/// Topics of one Kafka cluster, and how they are read.
///
/// @param names   one or several; each gets an event source mapping of its own, since Lambda takes one topic for each
/// @param reading the same for all of them
public record KafkaTopics(KafkaCluster cluster, List<String> names, KafkaReading reading) {
    public KafkaTopics {
        SourceText.requireAll(ResourceText.TOPIC, "The topics", names);
        names.forEach(name -> SourceText.requireLiteral(ResourceText.TOPIC, name));
        names = List.copyOf(names);
        if (names.size() > 1 && reading.consumerGroup().isPresent()) {
            throw new DeploymentException("The consumer group %s cannot be that of %d topics: each has an event source"
                    .formatted(reading.consumerGroup().get(), names.size())
                    + " mapping of its own, and AWS takes a group for one. Leave it away, or make it a stream a topic");
        }
    }

    /// Read from their beginning on.
    public static KafkaTopics of(KafkaCluster cluster, String... names) {
        return new KafkaTopics(cluster, List.of(names), KafkaReading.PRESET);
    }

    /// The same read otherwise.
    public KafkaTopics read(KafkaReading as) {
        return new KafkaTopics(cluster, names, as);
    }
}
