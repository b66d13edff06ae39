package io.sluice.firehose;

import java.time.Instant;

/// One record as the source handed it over.
///
/// @param recordId the source's id of the record, opaque; equal over retries of its batch
/// @param arrival  when the source received it (approximate arrival timestamp)
/// @param data     the payload, decoded; empty, never null
public record SourceRecord(String recordId, Instant arrival, byte[] data) {}
