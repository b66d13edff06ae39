package io.sluice.local.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gaul.s3proxy.AccessGrant;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.jspecify.annotations.Nullable;

/// An S3 server in this process, on a free port of 127.0.0.1, that keeps every object as a file `<root>/<bucket>/<key>`.
/// Takes any credentials. Conditional writes (`If-None-Match: *`) have one winner, as in S3.
///
/// What a file system can't hold under its own name (`a` beside `a/b`, `//`, `..`, names beyond 218 bytes) is refused
/// with HTTP 400 and a message, never stored under another name; [#refusals()] keeps those messages.
public final class EmbeddedS3 implements AutoCloseable {
    private static final int HTTP_THREADS_MAX = 32;
    /// A graceful stop would wait for the clients' idle connections.
    private static final long STOP_AT_ONCE = 0;

    private final S3Proxy server;
    private final GuardedBlobStore objects;
    private final URI endpoint;

    private EmbeddedS3(S3Proxy server, GuardedBlobStore objects) {
        this.server = server;
        this.objects = objects;
        this.endpoint = URI.create("http://127.0.0.1:" + server.getPort());
    }

    /// Starts a server with all buckets under `root`, which is created when it is absent.
    ///
    /// @throws UncheckedIOException when `root` can't be created
    public static EmbeddedS3 on(Path root) {
        return start(guarded(root), null, "");
    }

    /// Starts a server with all buckets under `root` except `apart`, whose folder is under `apartRoot`.
    ///
    /// @throws UncheckedIOException when a folder can't be created
    public static EmbeddedS3 on(Path root, String apart, Path apartRoot) {
        return start(guarded(root), guarded(apartRoot), apart);
    }

    private static GuardedBlobStore guarded(Path root) {
        try {
            Files.createDirectories(root);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the folder " + root, e);
        }
        return new GuardedBlobStore(new FilesystemNio2BlobStore(root.toString()), new FileKeys(root));
    }

    private static EmbeddedS3 start(GuardedBlobStore objects, @Nullable GuardedBlobStore apart, String apartBucket) {
        try {
            var server = S3Proxy.builder().blobStore(objects).endpoint(URI.create("http://127.0.0.1:0"))
                    .awsAuthentication(AuthenticationType.NONE, null, null).ignoreUnknownHeaders(true)
                    .jettyMaxThreads(HTTP_THREADS_MAX).stopTimeout(STOP_AT_ONCE).build();
            server.setBlobStoreLocator((identity, bucket, key) -> AccessGrant
                    .anonymous(apart != null && apartBucket.equals(bucket) ? apart : objects));
            server.start();
            return new EmbeddedS3(server, objects);
        } catch (Exception e) {
            throw new IllegalStateException("the embedded S3 server did not start: " + e.getMessage(), e);
        }
    }

    /// Where clients connect (with path-style access), as `http://127.0.0.1:40124`.
    public URI endpoint() {
        return endpoint;
    }

    /// Why keys were refused since the start: the first hundred different ones, each one sentence.
    public List<String> refusals() {
        return List.copyOf(objects.refusals());
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
