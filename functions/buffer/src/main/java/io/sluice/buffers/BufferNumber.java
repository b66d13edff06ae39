package io.sluice.buffers;

import io.sluice.segment.BatchId;

/// The number of one of a stream's buffers.
///
/// @param value from 0, which is the buffer that every stream has
public record BufferNumber(int value) {
    /// The most buffers that a stream may have.
    public static final int BUFFERS_MAX = 64;

    public static final BufferNumber FIRST = new BufferNumber(0);
    private static final String MARK = "!lane!";

    public BufferNumber {
        if (value < 0 || value >= BUFFERS_MAX) {
            throw new IllegalArgumentException("lane " + value + " is not below " + BUFFERS_MAX);
        }
    }

    /// Returns the buffer of a batch that arrived while its stream had so many buffers. Shards are drawn by other bits
    /// of the id, so that each buffer uses all of its own.
    ///
    /// @param buffers at least 1
    public static BufferNumber of(BatchId batch, int buffers) {
        return new BufferNumber((int) Long.remainderUnsigned(batch.low(), buffers));
    }

    /// The name of the buffer: of the first one the stream's own, and of the others one that no stream has,
    /// because Firehose allows no exclamation mark.
    public String buffer(String stream) {
        return value == 0 ? stream : stream + MARK + value;
    }

    /// Reads a name made by [#buffer] back.
    ///
    /// @throws IllegalArgumentException when it is no name of a buffer of `stream`
    public static BufferNumber parse(String stream, String buffer) {
        if (buffer.equals(stream)) {
            return FIRST;
        }
        String mark = stream + MARK;
        if (!buffer.startsWith(mark)) {
            throw new IllegalArgumentException("no lane of stream " + stream + ": " + buffer);
        }
        BufferNumber number = new BufferNumber(Integer.parseInt(buffer.substring(mark.length())));
        if (!number.buffer(stream).equals(buffer)) {
            throw new IllegalArgumentException("no lane of stream " + stream + ": " + buffer);
        }
        return number;
    }

    @Override
    public String toString() {
        return "lane " + value;
    }
}
