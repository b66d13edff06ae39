package io.sluice.objects;

import java.nio.charset.StandardCharsets;

/// The key of an object in a bucket: 1 to 1,024 bytes of UTF-8, S3's own bound.
public record ObjectKey(String value) implements Comparable<ObjectKey> {
    private static final int BYTES_MAX = 1_024;

    public ObjectKey {
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "object key has " + bytes + " bytes, S3 takes 1 to " + BYTES_MAX + ": " + value);
        }
    }

    @Override
    public int compareTo(ObjectKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
