package io.sluice.benchmarks.ports;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// A data bucket as one file that objects are appended to, for more objects than fit on the heap; outside of it is
/// kept, off the heap, which keys there are and their fingerprints.
public final class SpoolStore implements NullBucket, AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Path file;
    private final DataOutputStream spool;
    private final FingerprintTable fingerprints;
    private long bytes;
    private long objects;

    /// @param objectsMax how many objects it takes
    public SpoolStore(Path file, int objectsMax) throws IOException {
        this.file = file;
        this.spool = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
        this.fingerprints = new FingerprintTable(objectsMax);
    }

    @Override
    public synchronized Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        if (!fingerprints.putIfAbsent(key.value(), attributes.fingerprint())) {
            return Created.EXISTED;
        }
        byte[] name = key.value().getBytes(UTF_8);
        try (InputStream in = body.open()) {
            spool.writeShort(name.length);
            spool.write(name);
            spool.writeInt(Math.toIntExact(body.length()));
            in.transferTo(spool);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes += body.length();
        objects++;
        return Created.CREATED;
    }

    @Override
    public synchronized Optional<ObjectInfo> head(ObjectKey key) {
        return fingerprints.get(key.value()).map(fingerprint -> new ObjectInfo(key, 0, Instant.EPOCH, fingerprint));
    }

    /// The number of objects that were created.
    public synchronized long objects() {
        return objects;
    }

    /// The number of their bytes.
    public synchronized long bytes() {
        return bytes;
    }

    /// Takes an object.
    @FunctionalInterface
    public interface Visitor {
        void visit(ObjectKey key, byte[] object) throws IOException;
    }

    /// Reads every object back, in the order they came.
    public synchronized void visit(Visitor visitor) throws IOException {
        spool.flush();
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
            for (long i = 0; i < objects; i++) {
                String key = new String(in.readNBytes(in.readUnsignedShort()), UTF_8);
                int length = in.readInt();
                byte[] object = in.readNBytes(length);
                if (object.length < length) {
                    throw new EOFException(key + " is cut short");
                }
                visitor.visit(new ObjectKey(key), object);
            }
        }
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }
}
