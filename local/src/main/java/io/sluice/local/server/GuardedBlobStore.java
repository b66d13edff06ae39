package io.sluice.local.server;

import java.io.InputStream;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gaul.s3proxy.S3ErrorCode;
import org.gaul.s3proxy.S3ProxyException;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/// A file store that refuses the keys which its file system can't hold, with a message, before anything is written.
final class GuardedBlobStore extends ForwardingBlobStore {
    private static final int REFUSALS_KEPT_MAX = 100;

    private final FileKeys keys;
    private final Queue<String> refusals = new ConcurrentLinkedQueue<>();

    GuardedBlobStore(BlobStore files, FileKeys keys) {
        super(files);
        this.keys = keys;
    }

    @Override
    public PutObjectResponse putBlob(PutObjectRequest request, InputStream payload) {
        check(request.bucket(), request.key());
        return super.putBlob(request, payload);
    }

    @Override
    public MultipartUpload initiateMultipartUpload(CreateMultipartUploadRequest request) {
        check(request.bucket(), request.key());
        return super.initiateMultipartUpload(request);
    }

    /// The first refusals, each one sentence that names the key and why.
    Queue<String> refusals() {
        return refusals;
    }

    private void check(String bucket, String key) {
        Optional<String> problem = keys.problem(bucket, key);
        if (problem.isPresent()) {
            String message = "The key '" + key + "' can't be a file: " + problem.get();
            if (refusals.size() < REFUSALS_KEPT_MAX && !refusals.contains(message)) {
                refusals.add(message);
            }
            throw new S3ProxyException(S3ErrorCode.INVALID_ARGUMENT, message);
        }
    }
}
