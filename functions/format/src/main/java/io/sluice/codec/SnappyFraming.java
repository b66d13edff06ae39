package io.sluice.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The framing of Snappy-compressed blocks one after another: two ways, whose readers cannot read each other's.
enum SnappyFraming {
    /// Each block: its compressed length (4 bytes, big-endian), then its compressed bytes.
    XERIAL(32 * 1024),
    /// Each block: its raw length and its compressed length (4 bytes each, big-endian), then its compressed bytes.
    HADOOP(128 * 1024);

    private final int blockRawBytes;

    SnappyFraming(int blockRawBytes) {
        this.blockRawBytes = blockRawBytes;
    }

    /// Most raw bytes in a block: xerial's own default, and well below the 256 KiB buffer that Hadoop reads with.
    int blockRawBytes() {
        return blockRawBytes;
    }

    /// Returns the start of a xerial stream: magic, version 1, lowest version that can read it 1.
    static byte[] xerialHeader() {
        return ByteBuffer.allocate(16).put((byte) 0x82).put("SNAPPY".getBytes(StandardCharsets.US_ASCII)).put((byte) 0)
                .putInt(1).putInt(1).array();
    }
}
