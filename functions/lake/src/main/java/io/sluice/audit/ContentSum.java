package io.sluice.audit;

import java.util.zip.CRC32C;

/// The number of bytes other than white space, and their checksum in their order: the same for an object and for its
/// records one after another, wherever they were cut. Not safe for use by several threads.
final class ContentSum {
    private final CRC32C checksum = new CRC32C();
    private final byte[] solid = new byte[8 * 1024];
    private long bytes;

    void add(byte[] data, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            if (!Content.isWhiteSpace(data[i])) {
                solid[count++] = data[i];
                if (count == solid.length) {
                    checksum.update(solid, 0, count);
                    bytes += count;
                    count = 0;
                }
            }
        }
        checksum.update(solid, 0, count);
        bytes += count;
    }

    long bytes() {
        return bytes;
    }

    long checksum() {
        return checksum.getValue();
    }
}
