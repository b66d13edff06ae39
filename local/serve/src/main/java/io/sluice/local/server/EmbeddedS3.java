package io.sluice.local.server;

import io.sluice.aws.ServiceEndpoint;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.gaul.s3proxy.AccessGrant;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;

/// An S3 server in this process, on a free port of 127.0.0.1, over [FolderBuckets]. Takes requests that are signed with
/// its access key, for the buckets that it was told of, and none else: no folder beside theirs is a bucket. A request
/// is read to its end, whatever its answer: see [UnreadBodies].
public final class EmbeddedS3 implements AutoCloseable {
    private static final int HTTP_THREADS_MAX = 32;
    /// A graceful stop would wait for the clients' idle connections.
    private static final long STOP_AT_ONCE = 0;

    private final S3Proxy server;
    private final FolderBuckets buckets;
    private final ServiceEndpoint endpoint;

    private EmbeddedS3(S3Proxy server, FolderBuckets buckets, AccessKey key) {
        this.server = server;
        this.buckets = buckets;
        this.endpoint = new ServiceEndpoint(URI.create("http://127.0.0.1:" + server.getPort()), key.id(), key.secret());
    }

    /// Starts a server.
    ///
    /// @param roots each bucket's name and the folder that its own folder is in, which is created when it is absent
    /// @throws java.io.UncheckedIOException when a folder can't be created
    public static EmbeddedS3 serving(Map<String, Path> roots, AccessKey key) {
        return start(new FolderBuckets(roots), key);
    }

    /// Starts a server whose answer to a write means that the object survives a power failure.
    ///
    /// @param roots as in [#serving]
    public static EmbeddedS3 servingDurably(Map<String, Path> roots, AccessKey key) {
        return start(new FolderBuckets(roots, Writes.FORCED), key);
    }

    /// Serves one bucket more from now on; one that is served already stays as it is.
    ///
    /// @param root the folder that the bucket's own folder is in, which is created when it is absent
    /// @throws java.io.UncheckedIOException when the folder can't be created
    public void add(String bucket, Path root) {
        buckets.add(bucket, root);
    }

    private static EmbeddedS3 start(FolderBuckets buckets, AccessKey key) {
        GuardedBlobStore any = buckets.any();
        var bodies = new UnreadBodies();
        try {
            var server = S3Proxy.builder().blobStore(any).endpoint(URI.create("http://127.0.0.1:0"))
                    .awsAuthentication(AuthenticationType.AWS_V4, key.id(), key.secret()).ignoreUnknownHeaders(true)
                    .jettyMaxThreads(HTTP_THREADS_MAX).stopTimeout(STOP_AT_ONCE).build();
            server.setBlobStoreLocator((identity, bucket, object) -> {
                bodies.listen();
                return key.id().equals(identity)
                        ? new AccessGrant(key.secret(),
                                bucket == null || bucket.isEmpty() ? any : buckets.bucket(bucket))
                        : null;
            });
            server.start();
            return new EmbeddedS3(server, buckets, key);
        } catch (Exception e) {
            throw new IllegalStateException("the embedded S3 server did not start: " + e.getMessage(), e);
        }
    }

    /// The address that clients connect to (with path-style access), as `http://127.0.0.1:40124`, and their access key.
    public ServiceEndpoint endpoint() {
        return endpoint;
    }

    /// Whether an object could not be written because its disk is full.
    boolean ranOutOfSpace() {
        return buckets.ranOutOfSpace();
    }

    /// Stops the server, requests in flight included; the files stay. Safe to call twice.
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the embedded S3 server did not stop: " + e.getMessage(), e);
        } finally {
            buckets.close();
        }
    }
}
