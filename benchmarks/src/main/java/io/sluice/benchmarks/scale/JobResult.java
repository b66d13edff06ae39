package io.sluice.benchmarks.scale;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/// The figures of a process.
///
/// @param ingestNanos    processor time of the transform function's work
/// @param flushNanos     processor time of the flusher's
/// @param flushWallNanos the same by a clock on the wall
/// @param runs           flush runs
/// @param commits        commits of these runs
/// @param objects        objects delivered
/// @param stagedBytes    bytes of the segments
/// @param objectBytes    bytes of the objects
/// @param puts           PUT requests
/// @param gets           GET and HEAD requests
/// @param writeUnits     DynamoDB write units
/// @param heapPeak       bytes, the peaks of the heap's pools added up: garbage included, at least the most at once
record JobResult(long ingestNanos, long flushNanos, long flushWallNanos, int runs, long commits, long objects,
        long stagedBytes, long objectBytes, long puts, long gets, long writeUnits, long heapPeak) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static JobResult parse(String json) {
        try {
            return JSON.readValue(json, JobResult.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the measured process printed " + json, e);
        }
    }

    String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record of numbers is JSON", e);
        }
    }

    long nanos() {
        return ingestNanos + flushNanos;
    }
}
