package io.sluice.config;

/// The way that objects of a stream are written: Firehose's dynamic partitioning, or
/// Sluice's flusher. `Sluice.Delivery` in a configuration.
public enum DeliveryMode {
    FIREHOSE, BUFFER
}
