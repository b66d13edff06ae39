package io.sluice.config;

/// Who writes the objects: Firehose's dynamic partitioning, or Sluice's flusher.
public enum Delivery {
    FIREHOSE, BUFFER
}
