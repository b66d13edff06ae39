package io.sluice.iceberg;

import io.sluice.input.RangedBytes;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;

/// A bucket and its URI: data, and what Iceberg writes beside it. Keys are in URIs as they are, without any coding, as
/// Iceberg's readers take them.
///
/// @param root of the bucket, as `s3://lake/`; ends with a slash
public record Bucket(String root, ObjectStore store) {
    public Bucket {
        if (!root.endsWith("/")) {
            throw new IllegalArgumentException("the root of a bucket ends with a slash, and " + root + " does not");
        }
    }

    /// The URI of an object.
    String uri(ObjectKey key) {
        return root + key;
    }

    /// The key of what a URI names.
    ///
    /// @throws IllegalArgumentException when it is in another bucket
    ObjectKey key(String uri) {
        if (!uri.startsWith(root)) {
            throw new IllegalArgumentException(uri + " is not in " + root
                    + "; the table's files are in the bucket of its data");
        }
        return new ObjectKey(uri.substring(root.length()));
    }

    /// The bytes of an object, each range by a request.
    ///
    /// @param length of the object
    RangedBytes bytes(ObjectKey key, long length) {
        return new RangedBytes() {
            @Override
            public long length() {
                return length;
            }

            @Override
            public byte[] read(long offset, int bytes) {
                return bytes == 0 ? new byte[0] : store.get(key, new ByteRange(offset, bytes));
            }
        };
    }
}
