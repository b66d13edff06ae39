package io.sluice.local.plan;

import io.sluice.event.CallSettings;
import java.util.Optional;

/// The calls in which producers send the records of a stream that takes them without Firehose.
///
/// @param settings how they are staged together
/// @param records  source records of one; empty: as many as Firehose takes
public record ProducerCalls(CallSettings settings, Optional<Integer> records) {
    Replicas replicas(Traffic traffic) {
        return Replicas.of(traffic, records.map(Double::valueOf).orElseGet(() -> Replicas.recordsMax(traffic)),
                settings);
    }
}
