package io.sluice.config;

/// How Sluice is attached to a stream, and with that who writes the objects: Firehose's dynamic partitioning, or
/// Sluice's flusher. `Sluice.Delivery` in a configuration.
public enum Attachment {
    FIREHOSE, BUFFER
}
