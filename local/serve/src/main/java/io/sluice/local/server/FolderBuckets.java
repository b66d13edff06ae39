package io.sluice.local.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.gaul.s3proxy.S3ErrorCode;
import org.gaul.s3proxy.S3ProxyException;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/// Buckets that keep every object as a file `<root>/<bucket>/<key>`, each under a root of its own. Conditional writes
/// (`If-None-Match: *`) have one winner, as in S3. Safe for concurrent use.
///
/// What a file system can't hold under its own name (`a` beside `a/b`, `//`, names beyond 255 bytes) has
/// [another][FileNames].
final class FolderBuckets implements AutoCloseable {
    /// What is left of the 4,096 bytes of a path beside a bucket's name and the longest key, encoded.
    private static final int ROOT_BYTES_MAX = 700;

    private final ConcurrentNavigableMap<String, GuardedBlobStore> buckets = new ConcurrentSkipListMap<>();
    private final Writes writes;

    /// @param roots each bucket's name and the folder that its own folder is in, which is created when it is absent
    /// @throws UncheckedIOException when a folder can't be created
    FolderBuckets(Map<String, Path> roots) {
        this(roots, Writes.CACHED);
    }

    /// @param writes when an object counts as written
    FolderBuckets(Map<String, Path> roots, Writes writes) {
        this.writes = writes;
        roots.forEach(this::add);
    }

    /// Has one bucket more from now on; one that is there already stays as it is.
    ///
    /// @param root the folder that the bucket's own folder is in, which is created when it is absent
    /// @throws UncheckedIOException when the folder can't be created
    void add(String bucket, Path root) {
        buckets.computeIfAbsent(bucket, added -> guarded(added, root));
    }

    /// The file store bends relative paths: its root is the real one.
    private GuardedBlobStore guarded(String bucket, Path root) {
        try {
            Path real = writes.root(root);
            if (real.toString().getBytes(StandardCharsets.UTF_8).length > ROOT_BYTES_MAX) {
                throw new IOException("its path is longer than " + ROOT_BYTES_MAX + " bytes, and keys need room behind"
                        + " it; use a folder that is less deep");
            }
            return new GuardedBlobStore(new FilesystemNio2BlobStore(real.toString()), bucket,
                    new BucketFiles(real.resolve(bucket)), WritingFolder.open(real), writes);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use the folder " + root + ": " + e.getMessage(), e);
        }
    }

    /// One of them, for what is asked of none in particular.
    GuardedBlobStore any() {
        return buckets.firstEntry().getValue();
    }

    /// @throws S3ProxyException when there is no bucket of that name here, whatever folders there are
    GuardedBlobStore bucket(String name) {
        GuardedBlobStore store = buckets.get(name);
        if (store == null) {
            throw new S3ProxyException(S3ErrorCode.ACCESS_DENIED,
                    "This server has the buckets " + String.join(", ", buckets.keySet()) + " and no other");
        }
        return store;
    }

    /// Whether an object could not be written because its disk is full.
    boolean ranOutOfSpace() {
        return buckets.values().stream().anyMatch(GuardedBlobStore::ranOutOfSpace);
    }

    /// Removes what is being written.
    @Override
    public void close() {
        buckets.values().forEach(GuardedBlobStore::close);
    }
}
