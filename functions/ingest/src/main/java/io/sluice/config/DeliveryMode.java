package io.sluice.config;

/// The attachment of Sluice to a stream, and with that who writes the objects: Firehose's dynamic partitioning, or
/// Sluice's flusher. `Sluice.Delivery` in a configuration.
public enum DeliveryMode {
    FIREHOSE, BUFFER
}
