package io.sluice.infra;

import io.sluice.deployment.DeploymentException;
import java.time.Instant;

/// The place in a topic at which a new event source mapping begins. What is staged already is known by its position and
/// is not staged again.
public sealed interface KafkaStart {
    /// At the oldest record.
    record Oldest() implements KafkaStart {}

    /// After the newest. What comes in while the mapping is made, which takes minutes, may be passed over.
    record Newest() implements KafkaStart {}

    /// At the first record with this timestamp or a later one.
    ///
    /// @param time whole seconds, not before 1970
    record At(Instant time) implements KafkaStart {
        public At {
            if (time.getNano() != 0 || time.getEpochSecond() < 0) {
                throw new DeploymentException(time + " is no starting position: whole seconds, from 1970 on");
            }
        }
    }
}
