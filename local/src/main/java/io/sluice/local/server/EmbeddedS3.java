package io.sluice.local.server;

import io.sluice.aws.ServiceEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.gaul.s3proxy.AccessGrant;
import org.gaul.s3proxy.S3ErrorCode;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.S3ProxyException;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/// An S3 server in this process, on a free port of 127.0.0.1, that keeps every object as a file
/// `<root>/<bucket>/<key>`. Takes requests that are signed with its access key, for the buckets that it was told of,
/// and none else: no folder beside theirs is a bucket. Conditional writes (`If-None-Match: *`) have one winner, as in
/// S3. A request is read to its end, whatever its answer: see [UnreadBodies].
///
/// What a file system can't hold under its own name (`a` beside `a/b`, `//`, `..`, names beyond 218 bytes) is refused
/// with HTTP 400 and a message, never stored under another name; [#refusals()] keeps those messages.
public final class EmbeddedS3 implements AutoCloseable {
    private static final int HTTP_THREADS_MAX = 32;
    /// A graceful stop would wait for the clients' idle connections.
    private static final long STOP_AT_ONCE = 0;

    private final S3Proxy server;
    private final ConcurrentNavigableMap<String, GuardedBlobStore> buckets;
    private final ServiceEndpoint endpoint;

    private EmbeddedS3(S3Proxy server, ConcurrentNavigableMap<String, GuardedBlobStore> buckets, AccessKey key) {
        this.server = server;
        this.buckets = buckets;
        this.endpoint = new ServiceEndpoint(URI.create("http://127.0.0.1:" + server.getPort()), key.id(), key.secret());
    }

    /// Starts a server.
    ///
    /// @param roots each bucket's name and the folder that its own folder is in, which is created when it is absent
    /// @throws UncheckedIOException when a folder can't be created
    public static EmbeddedS3 serving(Map<String, Path> roots, AccessKey key) {
        var buckets = new ConcurrentSkipListMap<String, GuardedBlobStore>();
        roots.forEach((bucket, root) -> buckets.put(bucket, guarded(bucket, root)));
        return start(buckets, key);
    }

    /// Serves one bucket more from now on; one that is served already stays as it is.
    ///
    /// @param root the folder that the bucket's own folder is in, which is created when it is absent
    /// @throws UncheckedIOException when the folder can't be created
    public void add(String bucket, Path root) {
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

    private static EmbeddedS3 start(ConcurrentNavigableMap<String, GuardedBlobStore> buckets, AccessKey key) {
        GuardedBlobStore any = buckets.firstEntry().getValue();
        var bodies = new UnreadBodies();
        try {
            var server = S3Proxy.builder().blobStore(any).endpoint(URI.create("http://127.0.0.1:0"))
                    .awsAuthentication(AuthenticationType.AWS_V4, key.id(), key.secret()).ignoreUnknownHeaders(true)
                    .jettyMaxThreads(HTTP_THREADS_MAX).stopTimeout(STOP_AT_ONCE).build();
            server.setBlobStoreLocator((identity, bucket, object) -> {
                bodies.listen();
                return key.id().equals(identity)
                        ? new AccessGrant(key.secret(),
                                bucket == null || bucket.isEmpty() ? any : store(buckets, bucket))
                        : null;
            });
            server.start();
            return new EmbeddedS3(server, buckets, key);
        } catch (Exception e) {
            throw new IllegalStateException("the embedded S3 server did not start: " + e.getMessage(), e);
        }
    }

    private static GuardedBlobStore store(Map<String, GuardedBlobStore> buckets, String bucket) {
        GuardedBlobStore store = buckets.get(bucket);
        if (store == null) {
            throw new S3ProxyException(S3ErrorCode.ACCESS_DENIED,
                    "This server has the buckets " + String.join(", ", buckets.keySet()) + " and no other");
        }
        return store;
    }

    /// Where clients connect (with path-style access), as `http://127.0.0.1:40124`, and with which access key.
    public ServiceEndpoint endpoint() {
        return endpoint;
    }

    /// Why keys were refused since the start: the first hundred different ones, each one sentence.
    public List<String> refusals() {
        return buckets.values().stream().flatMap(bucket -> bucket.refusals().stream()).toList();
    }

    /// Whether an object could not be written because its disk is full.
    boolean ranOutOfSpace() {
        return buckets.values().stream().anyMatch(GuardedBlobStore::ranOutOfSpace);
    }

    /// Stops the server, requests in flight included; the files stay. Safe to call twice.
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the embedded S3 server did not stop: " + e.getMessage(), e);
        }
    }
}
