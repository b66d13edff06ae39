package io.sluice.deaggregate;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// Firehose's `Decompression` processor: each source record is a gzip file (RFC 1952) of one or more members.
///
/// What comes out is bounded, because a megabyte of gzip can hold a gigabyte. Checksums and lengths are verified, and
/// bytes after the last member are an error: they would be lost. Pure, for any thread.
public final class Decompression {
    /// What came of a record.
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
        Inflater inflater = new Inflater(true);
        try {
            return new Result.Decompressed(new Members(record, contentBytesMax, inflater).read());
        } catch (DataFormatException e) {
            return new Result.Failed("The record cannot be decompressed: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    /// One run over one record.
    private static final class Members {
        private static final int TRAILER_BYTES = 8;

        private final byte[] record;
        private final int contentBytesMax;
        private final Inflater inflater;
        private byte[] content;
        private int length;

        Members(byte[] record, int contentBytesMax, Inflater inflater) {
            this.record = record;
            this.contentBytesMax = contentBytesMax;
            this.inflater = inflater;
            this.content = new byte[(int) Math.min(contentBytesMax, Math.max(256L, record.length * 4L))];
        }

        byte[] read() throws DataFormatException {
            int at = 0;
            do {
                at = member(GzipHeader.endOf(record, at));
            } while (at < record.length);
            return length == content.length ? content : Arrays.copyOf(content, length);
        }

        /// Inflates the member whose deflated data is at `from`, and gives the offset after its trailer.
        private int member(int from) throws DataFormatException {
            int start = length;
            inflater.reset();
            inflater.setInput(record, from, record.length - from);
            while (!inflater.finished()) {
                inflate();
            }
            int trailer = record.length - inflater.getRemaining();
            if (record.length - trailer < TRAILER_BYTES) {
                throw new DataFormatException("the gzip data is cut short");
            }
            CRC32 crc = new CRC32();
            crc.update(content, start, length - start);
            if (littleEndian(trailer) != (int) crc.getValue() || littleEndian(trailer + 4) != length - start) {
                throw new DataFormatException("the gzip data does not match its checksum");
            }
            return trailer + TRAILER_BYTES;
        }

        private void inflate() throws DataFormatException {
            if (length == content.length) {
                grow();
            }
            int inflated = inflater.inflate(content, length, content.length - length);
            length += inflated;
            if (inflated == 0 && !inflater.finished()) {
                throw new DataFormatException("the gzip data is cut short");
            }
        }

        private void grow() throws DataFormatException {
            if (length == contentBytesMax) {
                throw new DataFormatException("the gzip data holds more than " + contentBytesMax + " bytes");
            }
            content = Arrays.copyOf(content, (int) Math.min(contentBytesMax, content.length * 2L));
        }

        private int littleEndian(int at) {
            return ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
        }
    }
}
