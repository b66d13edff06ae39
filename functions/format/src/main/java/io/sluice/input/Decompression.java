package io.sluice.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/// Firehose's `Decompression` processor: each source record is a gzip file (RFC 1952) of one or more members.
///
/// What comes out is bounded, because a megabyte of gzip can hold a gigabyte. Checksums and lengths are verified, and
/// bytes after the last member are an error: they would be lost. Pure, for any thread.
public final class Decompression {
    /// The result of decompressing a record.
    public sealed interface Result {
        /// The record's content.
        record Decompressed(byte[] data) implements Result {}

        /// The record is no gzip file, is damaged, or holds too much.
        ///
        /// @param cause a sentence without a full stop and without any of the record's bytes
        record Failed(String cause) implements Result {}
    }

    /// Default bound on the content of one record.
    public static final int CONTENT_BYTES_MAX = 64 * 1024 * 1024;

    private Decompression() {}

    /// Decompresses a record whose content has at most [#CONTENT_BYTES_MAX] bytes.
    public static Result gunzip(byte[] record) {
        return gunzip(record, CONTENT_BYTES_MAX);
    }

    /// Decompresses a record.
    ///
    /// @param contentBytesMax most bytes that may come out
    public static Result gunzip(byte[] record, int contentBytesMax) {
        try (GzipInput in = GzipInput.ofRecord(record)) {
            byte[] content = new byte[(int) Math.min(contentBytesMax, Math.max(256L, record.length * 4L))];
            int length = 0;
            for (int read = 0; read >= 0; length += Math.max(read, 0)) {
                if (length == content.length && length < contentBytesMax) {
                    content = Arrays.copyOf(content, (int) Math.min(contentBytesMax, content.length * 2L));
                }
                in.recordsBefore(Long.MAX_VALUE);
                boolean full = length == contentBytesMax;
                read = full ? in.read(new byte[1], 0, 1) : in.read(content, length, content.length - length);
                if (full && read > 0) {
                    return failed("the gzip data holds more than " + contentBytesMax + " bytes");
                }
            }
            return in.broken()
                    ? failed(in.amiss())
                    : new Result.Decompressed(length == content.length ? content : Arrays.copyOf(content, length));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot be read", e);
        }
    }

    private static Result failed(String cause) {
        return new Result.Failed("The record cannot be decompressed: " + cause);
    }
}
