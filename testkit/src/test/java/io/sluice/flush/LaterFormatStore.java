package io.sluice.flush;

import io.sluice.encoding.ByteWriter;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// A staging bucket, as a later build sees it that reads manifests of a format 2 beside those of format 1. Format 2 is
/// pretended: it is format 1 under its own number and checksum, which a build that knows format 1 alone refuses as it
/// would refuse any other.
final class LaterFormatStore extends PassingObjectStore {
    private static final int KNOWN = 1;
    private static final int LATER = 2;
    private static final int CHECKSUM_BYTES = 4;

    private final int written;

    /// @param written the format of the manifests that the build writes: 1 or 2
    LaterFormatStore(ObjectStore store, int written) {
        super(store);
        this.written = written;
    }

    @Override
    public byte[] get(ObjectKey key) {
        byte[] bytes = super.get(key);
        return isManifest(key) && bytes[0] == LATER ? numbered(bytes, KNOWN) : bytes;
    }

    @Override
    public void put(ObjectKey key, Body body) {
        super.put(key, isManifest(key) ? numbered(body) : body);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        return super.create(key, isManifest(key) ? numbered(body) : body, attributes);
    }

    private static boolean isManifest(ObjectKey key) {
        return key.value().startsWith("manifests/");
    }

    private Body numbered(Body body) {
        try (InputStream in = body.open()) {
            return Body.of(numbered(in.readAllBytes(), written));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] numbered(byte[] manifest, int format) {
        return new ByteWriter(manifest.length).octet(format).raw(manifest, 1, manifest.length - 1 - CHECKSUM_BYTES)
                .checksum().toBytes();
    }
}
