package io.sluice.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/// What an object has before and after its parts, where chunks are joined as they are staged: together they are one
/// gzip member, one ZIP entry or one stream.
public sealed interface Envelope permits Envelope.Stream, Envelope.GzipMember, ZipArchive {
    /// What goes before the first part.
    byte[] head();

    /// What goes after the last part.
    byte[] tail(Content content);

    /// The length of the [tail][#tail] of parts of these lengths, before their checksum is known.
    default int tailBytes(long rawBytes, long bytes) {
        return tail(new Content(0, rawBytes, bytes)).length;
    }

    /// Whether the parts are deflate blocks.
    boolean deflates();

    /// What an object's parts come to.
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
    /// @throws IllegalArgumentException when chunks of such objects cannot be joined
    static Envelope of(Compression compression, UUID entry) {
        return switch (compression) {
            case GZIP -> new GzipMember();
            case ZIP -> new ZipArchive(entry.toString());
            case UNCOMPRESSED, SNAPPY, HADOOP_SNAPPY -> new Stream(compression);
            case ZSTD -> throw new IllegalArgumentException("zstd chunks cannot be joined to one frame");
        };
    }

    /// Parts one after another, after what the format begins with.
    record Stream(Compression compression) implements Envelope {
        @Override
        public byte[] head() {
            return compression.preamble();
        }

        @Override
        public byte[] tail(Content content) {
            return new byte[0];
        }

        @Override
        public boolean deflates() {
            return false;
        }
    }

    /// A gzip member with nothing in its header that the data does not fix (RFC 1952).
    record GzipMember() implements Envelope {
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

        @Override
        public boolean deflates() {
            return true;
        }
    }
}
