package io.sluice.local.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.gaul.s3proxy.S3ErrorCode;
import org.gaul.s3proxy.S3ProxyException;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/// Buckets that keep every object as a file `<root>/<bucket>/<key>`, each under a root of its own. Conditional writes
/// (`If-None-Match: *`) have one winner, as in S3. Safe for concurrent use.
///
/// What a file system can't hold under its own name (`a` beside `a/b`, `//`, `..`, names beyond 218 bytes) is refused,
/// with HTTP's 400 and a message, and never stored under another name; [#refusals()] keeps those messages.
final class FolderBuckets {
    private final ConcurrentNavigableMap<String, GuardedBlobStore> buckets = new ConcurrentSkipListMap<>();

    /// @param roots each bucket's name and the folder that its own folder is in, which is created when it is absent
    /// @throws UncheckedIOException when a folder can't be created
    FolderBuckets(Map<String, Path> roots) {
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
    private static GuardedBlobStore guarded(String bucket, Path root) {
        try {
            Path real = Files.createDirectories(root).toRealPath();
            return new GuardedBlobStore(new FilesystemNio2BlobStore(real.toString()), bucket, new FileKeys(real));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the folder " + root, e);
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

    /// Why keys were refused since the start: the first hundred different ones of each, each one sentence.
    List<String> refusals() {
        return buckets.values().stream().flatMap(bucket -> bucket.refusals().stream()).toList();
    }

    /// Whether an object could not be written because its disk is full.
    boolean ranOutOfSpace() {
        return buckets.values().stream().anyMatch(GuardedBlobStore::ranOutOfSpace);
    }
}
