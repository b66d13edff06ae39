package io.sluice.benchmarks.sustain;

import io.sluice.benchmarks.ports.NullBucket;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// The data bucket of a function in virtual time. A body is read from front to back, as the request that sends it does.
///
/// @param carrier lets its requests take their time
/// @param landed  told of each object when it is there
record VirtualData(Cloud cloud, Carrier carrier, Consumer<ObjectKey> landed) implements NullBucket {
    private static final int BUFFER_BYTES = 64 << 10;
    /// As `S3MultipartUpload` cuts.
    private static final int PART_BYTES = 16 << 20;

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        byte[] kept = read(body);
        long left = body.length();
        if (left > PART_BYTES) { // begins, sends its parts one after another, and ends
            cloud.counts().puts++;
            carrier.write(0, () -> true);
            for (; left > 0; left -= PART_BYTES) {
                cloud.counts().puts++;
                carrier.write(Math.min(left, PART_BYTES), () -> true);
            }
        }
        cloud.counts().puts++;
        return carrier.write(Math.max(left, 0), () -> {
            if (cloud.delivered().containsKey(key.value())) {
                return Created.EXISTED;
            }
            cloud.delivered().put(key.value(), new Cloud.Delivered(body.length(), attributes.fingerprint(), kept));
            cloud.counts().objects++;
            cloud.counts().objectBytes += body.length();
            landed.accept(key);
            return Created.CREATED;
        });
    }

    /// @return the bytes, where they are kept
    private byte[] read(Body body) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        long bytes = 0;
        try (InputStream in = body.open()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes += read;
                if (cloud.keepsContents()) {
                    kept.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (bytes != body.length()) {
            throw new IllegalArgumentException("a body of " + body.length() + " bytes gave " + bytes);
        }
        return kept.toByteArray();
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        cloud.counts().gets++;
        return carrier.read(0, () -> Optional.ofNullable(cloud.delivered().get(key.value()))
                .map(there -> new ObjectInfo(key, there.length(), Instant.EPOCH, there.fingerprint())));
    }
}
