package io.sluice.local.serve.streams;

import io.sluice.input.RangedBytes;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The content of one data bucket, to be looked at. Thread-safe.
public final class BucketContent {
    private static final int PAGE = 1_000;

    private final S3Client s3;
    private final String name;

    BucketContent(S3Client s3, String name) {
        this.s3 = s3;
        this.name = name;
    }

    /// An object as it is listed.
    ///
    /// @param bytes    its size
    /// @param modified when it was written
    public record Listed(String key, long bytes, Instant modified) {}

    /// Objects in the order of their keys.
    ///
    /// @param extent whether there are more
    public record Listing(List<Listed> objects, Extent extent) {
        public Listing {
            objects = List.copyOf(objects);
        }
    }

    /// The part of a bucket that was listed.
    public enum Extent {
        /// All of it.
        WHOLE,
        /// As many objects as were asked for; there are more.
        BEGINNING
    }

    /// An object that is being read.
    ///
    /// @param encoding its `Content-Encoding`; empty when it has none
    public record Opened(InputStream content, String encoding) {}

    public String name() {
        return name;
    }

    /// The first `most` objects.
    ///
    /// @throws IOException when they can't be listed
    public Listing list(int most) throws IOException {
        List<Listed> listed = new ArrayList<>();
        try {
            for (S3Object each : s3.listObjectsV2Paginator(list -> list.bucket(name).maxKeys(PAGE)).contents()) {
                if (listed.size() == most) {
                    return new Listing(listed, Extent.BEGINNING);
                }
                listed.add(new Listed(each.key(), each.size(), each.lastModified()));
            }
        } catch (SdkException e) {
            throw new IOException("the objects of " + name + " can't be listed: " + e.getMessage(), e);
        }
        return new Listing(listed, Extent.WHOLE);
    }

    /// Opens an object; empty when there is none of that key. The caller closes it, which does not read the rest.
    ///
    /// @throws IOException when it can't be read
    public Optional<Opened> open(String key) throws IOException {
        try {
            ResponseInputStream<GetObjectResponse> object = s3.getObject(get -> get.bucket(name).key(key));
            String encoding = Optional.ofNullable(object.response().contentEncoding()).orElse("");
            return Optional.of(new Opened(new Aborting(object), encoding));
        } catch (NoSuchKeyException e) {
            return Optional.empty();
        } catch (SdkException e) {
            throw new IOException("the object " + key + " of " + name + " can't be read: " + e.getMessage(), e);
        }
    }

    /// An object's bytes from anywhere in it.
    ///
    /// @param length its size
    public RangedBytes ranges(String key, long length) {
        return new Ranges(s3, name, key, length);
    }

    private record Ranges(S3Client s3, String bucket, String key, long length) implements RangedBytes {
        @Override
        public byte[] read(long offset, int length) throws IOException {
            if (length == 0) {
                return new byte[0];
            }
            try {
                return s3.getObjectAsBytes(get -> get.bucket(bucket).key(key)
                        .range("bytes=" + offset + "-" + (offset + length - 1))).asByteArray();
            } catch (SdkException e) {
                throw new IOException("the object " + key + " of " + bucket + " can't be read: " + e.getMessage(), e);
            }
        }
    }

    /// Hangs up where the object is not read to its end.
    private static final class Aborting extends FilterInputStream {
        private final ResponseInputStream<GetObjectResponse> object;

        Aborting(ResponseInputStream<GetObjectResponse> object) {
            super(object);
            this.object = object;
        }

        @Override
        public void close() throws IOException {
            object.abort();
            super.close();
        }
    }
}
