package io.sluice.local.server;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gaul.s3proxy.S3ErrorCode;
import org.gaul.s3proxy.S3ProxyException;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.ListBucketsResponse;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/// A file store of one bucket, for those who sign their requests: the folders beside the bucket's are not listed, and
/// what a file's permissions allow to others makes nothing public. Refuses the keys which its file system can't hold,
/// with a message, before anything is written.
final class GuardedBlobStore extends ForwardingBlobStore {
    private static final int REFUSALS_KEPT_MAX = 100;

    private final String bucket;
    private final FileKeys keys;
    private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
    private volatile boolean ranOutOfSpace;

    GuardedBlobStore(BlobStore files, String bucket, FileKeys keys) {
        super(files);
        this.bucket = bucket;
        this.keys = keys;
    }

    @Override
    public PutObjectResponse putBlob(PutObjectRequest request, InputStream payload) {
        refusal(request.bucket(), request.key()).ifPresent(refusal -> {
            throw refusal;
        });
        try {
            return super.putBlob(request, payload);
        } catch (RuntimeException e) {
            ranOutOfSpace |= FullDisk.saidBy(e);
            throw e;
        }
    }

    @Override
    public MultipartUpload initiateMultipartUpload(CreateMultipartUploadRequest request) {
        refusal(request.bucket(), request.key()).ifPresent(refusal -> {
            throw refusal;
        });
        return super.initiateMultipartUpload(request);
    }

    @Override
    public ListBucketsResponse list() {
        List<Bucket> own = super.list().buckets().stream().filter(listed -> bucket.equals(listed.name())).toList();
        return ListBucketsResponse.builder().buckets(own).build();
    }

    @Override
    public BucketCannedACL getContainerAccess(String container) {
        return BucketCannedACL.PRIVATE;
    }

    @Override
    public ObjectCannedACL getBlobAccess(String container, String name) {
        return ObjectCannedACL.PRIVATE;
    }

    @Override
    public ObjectCannedACL getBlobAccess(String container, String name, @Nullable String version) {
        return ObjectCannedACL.PRIVATE;
    }

    /// Whether an object could not be written because its disk is full.
    boolean ranOutOfSpace() {
        return ranOutOfSpace;
    }

    /// The first refusals, each one sentence that names the key and why.
    Queue<String> refusals() {
        return refusals;
    }

    private Optional<S3ProxyException> refusal(String bucket, String key) {
        return keys.problem(bucket, key).map(problem -> {
            String message = "The key '" + key + "' can't be a file: " + problem;
            if (refusals.size() < REFUSALS_KEPT_MAX && !refusals.contains(message)) {
                refusals.add(message);
            }
            return new S3ProxyException(S3ErrorCode.INVALID_ARGUMENT, message);
        });
    }
}
