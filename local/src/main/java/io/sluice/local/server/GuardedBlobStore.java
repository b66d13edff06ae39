package io.sluice.local.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.CreateBucketResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.ListBucketsResponse;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/// A file store of one bucket, for those who sign their requests: the folders beside the bucket's are not listed, and
/// what a file's permissions allow to others makes nothing public. Refuses the keys which its file system can't hold,
/// with a message, before anything is written. Files and folders have the permissions that the user's umask gives them.
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

    /// Objects of a stream with a key of the user's are kept as they are: there is no key on this machine. What is
    /// encrypted by a key that comes with the request is refused, since who sends it counts on that.
    @Override
    public boolean supportsServerSideEncryption() {
        return true;
    }

    private static void refuseOwnKey(@Nullable String algorithm) {
        if (algorithm != null) {
            throw new S3ProxyException(S3ErrorCode.NOT_IMPLEMENTED,
                    "Encryption by a key in the request is not supported.");
        }
    }

    @Override
    public PutObjectResponse putBlob(PutObjectRequest request, InputStream payload) {
        refuseOwnKey(request.sseCustomerAlgorithm());
        refusal(request.bucket(), request.key()).ifPresent(refusal -> {
            throw refusal;
        });
        try {
            return super.putBlob(request.toBuilder().acl(Umask.ACL).build(), payload);
        } catch (RuntimeException e) {
            ranOutOfSpace |= FullDisk.saidBy(e);
            throw e;
        }
    }

    @Override
    public MultipartUpload initiateMultipartUpload(CreateMultipartUploadRequest request) {
        refuseOwnKey(request.sseCustomerAlgorithm());
        refusal(request.bucket(), request.key()).ifPresent(refusal -> {
            throw refusal;
        });
        return super.initiateMultipartUpload(request.toBuilder().acl(Umask.ACL).build());
    }

    @Override
    public CompleteMultipartUploadResponse completeMultipartUpload(MultipartUpload upload,
            CompleteMultipartUploadRequest request) {
        CompleteMultipartUploadResponse completed = super.completeMultipartUpload(upload, request);
        setBlobAccess(upload.containerName(), upload.blobName(), Umask.ACL);
        return completed;
    }

    /// Makes the folder once more, since the file store has taken the right to read it from others.
    @Override
    public CreateBucketResponse createContainer(CreateBucketRequest request) {
        CreateBucketResponse created = super.createContainer(request);
        Path folder = keys.folder(request.bucket());
        try {
            Files.delete(folder);
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the folder " + folder, e);
        }
        return created;
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
