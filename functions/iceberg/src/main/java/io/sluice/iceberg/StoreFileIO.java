package io.sluice.iceberg;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/// Iceberg's files in a bucket of Sluice's: one GET for a file that is read, one PUT for one that is written. What
/// Iceberg reads and writes here are metadata, manifests and lists of manifests, each small and under a name of its
/// own. Safe for concurrent use.
public final class StoreFileIO implements FileIO {
    private static final long serialVersionUID = 1L;

    /// Not to be sent to other processes.
    private final transient Bucket bucket;

    public StoreFileIO(Bucket bucket) {
        this.bucket = bucket;
    }

    @Override
    public InputFile newInputFile(String location) {
        return new StoredFile(location);
    }

    @Override
    public OutputFile newOutputFile(String location) {
        return new WrittenFile(location);
    }

    @Override
    public void deleteFile(String location) {
        bucket.store().delete(List.of(bucket.key(location)));
    }

    @Override
    public Map<String, String> properties() {
        return Map.of();
    }

    private final class StoredFile implements InputFile {
        private final String location;

        StoredFile(String location) {
            this.location = location;
        }

        @Override
        public long getLength() {
            return bucket.store().head(bucket.key(location)).orElseThrow(this::missing).length();
        }

        @Override
        public SeekableInputStream newStream() {
            Optional<byte[]> bytes = bucket.store().find(bucket.key(location));
            return new SeekableBytes(bytes.orElseThrow(this::missing));
        }

        @Override
        public String location() {
            return location;
        }

        @Override
        public boolean exists() {
            return bucket.store().head(bucket.key(location)).isPresent();
        }

        private NotFoundException missing() {
            return new NotFoundException("%s is not there", location);
        }
    }

    private final class WrittenFile implements OutputFile {
        private final String location;

        WrittenFile(String location) {
            this.location = location;
        }

        /// Names are drawn for one file: one that is there is of an attempt at this one.
        @Override
        public PositionOutputStream create() {
            return createOrOverwrite();
        }

        @Override
        public PositionOutputStream createOrOverwrite() {
            return new Written(bucket.key(location));
        }

        @Override
        public String location() {
            return location;
        }

        @Override
        public InputFile toInputFile() {
            return new StoredFile(location);
        }
    }

    /// Put when it is closed.
    private final class Written extends PositionOutputStream {
        private final ObjectKey key;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean closed;

        Written(ObjectKey key) {
            this.key = key;
        }

        @Override
        public long getPos() {
            return bytes.size();
        }

        @Override
        public void write(int octet) {
            bytes.write(octet);
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            bytes.write(from, offset, length);
        }

        /// @throws StoreException when it could not be put
        @Override
        public void close() {
            if (!closed) {
                closed = true;
                bucket.store().put(key, Body.of(bytes.toByteArray()));
            }
        }
    }
}
