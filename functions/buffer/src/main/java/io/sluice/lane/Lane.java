package io.sluice.lane;

import io.sluice.segment.BatchId;

/// One of a stream's buffers.
///
/// @param number from 0, which is the buffer that every stream has
public record Lane(int number) {
    /// The most lanes that a stream may have.
    public static final int LANES_MAX = 64;

    public static final Lane FIRST = new Lane(0);
    private static final String MARK = "!lane!";

    public Lane {
        if (number < 0 || number >= LANES_MAX) {
            throw new IllegalArgumentException("lane " + number + " is not below " + LANES_MAX);
        }
    }

    /// Returns the lane of a batch that arrived while its stream had so many lanes. Shards are drawn by other bits of
    /// the id, so that each lane uses all of its own.
    ///
    /// @param lanes at least 1
    public static Lane of(BatchId batch, int lanes) {
        return new Lane((int) Long.remainderUnsigned(batch.low(), lanes));
    }

    /// The name of the lane's buffer: of the first one the stream's own, and of the others one that no stream has,
    /// because Firehose allows no exclamation mark.
    public String buffer(String stream) {
        return number == 0 ? stream : stream + MARK + number;
    }

    @Override
    public String toString() {
        return "lane " + number;
    }
}
