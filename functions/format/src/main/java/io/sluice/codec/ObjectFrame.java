package io.sluice.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.UUID;

/// The bytes of an object before and after its parts, where chunks are joined as they are staged: together they are one
/// gzip member, one ZIP entry or one stream.
public sealed interface ObjectFrame permits ObjectFrame.Stream, ObjectFrame.GzipMember, ZipArchive {
    /// Returns the bytes before the first part.
    byte[] head();

    /// Returns the bytes after the last part.
    byte[] tail(Content content);

    /// The length of the [tail][#tail] of parts of these lengths, before their checksum is known.
    default int tailBytes(long rawBytes, long bytes) {
        return tail(new Content(0, rawBytes, bytes)).length;
    }

    /// The sum of an object's parts.
    ///
    /// @param crc      the CRC-32 of their raw bytes
    /// @param rawBytes how many those are
    /// @param bytes    the parts' own length
    record Content(int crc, long rawBytes, long bytes) {
        public static final Content NONE = new Content(0, 0, 0);

        /// These parts and one after them.
        public Content and(int moreCrc, long moreRawBytes, long moreBytes) {
            return new Content(Crc32Sums.combine(crc, moreCrc, moreRawBytes), rawBytes + moreRawBytes,
                    bytes + moreBytes);
        }
    }

    /// @param entry the name of a ZIP object's entry, as Firehose names it: a UUID. The caller derives it from the
    ///     object's key
    /// @return empty when chunks of such objects cannot be joined
    static Optional<ObjectFrame> of(Compression compression, UUID entry) {
        return switch (compression) {
            case GZIP -> Optional.of(new GzipMember());
            case ZIP -> Optional.of(new ZipArchive(entry.toString()));
            case UNCOMPRESSED, SNAPPY, HADOOP_SNAPPY -> Optional.of(new Stream(compression));
            case ZSTD -> Optional.empty();
        };
    }

    /// Parts one after another, after what the format begins with.
    record Stream(Compression compression) implements ObjectFrame {
        @Override
        public byte[] head() {
            return compression.preamble();
        }

        @Override
        public byte[] tail(Content content) {
            return new byte[0];
        }
    }

    /// A gzip member with nothing in its header that the data does not fix (RFC 1952).
    record GzipMember() implements ObjectFrame {
        /// Magic, method deflate, no flags, modification time 0, no extra flags, operating system 255 (unknown).
        @Override
        public byte[] head() {
            return new byte[]{0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
        }

        /// The length is said modulo 2^32.
        @Override
        public byte[] tail(Content content) {
            return ByteBuffer.allocate(2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(content.crc)
                    .putInt((int) content.rawBytes).array();
        }
    }
}
