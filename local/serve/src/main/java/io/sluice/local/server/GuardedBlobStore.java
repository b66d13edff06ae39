package io.sluice.local.server;

import io.sluice.local.server.BucketFiles.Publication;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.gaul.s3proxy.S3ErrorCode;
import org.gaul.s3proxy.S3ProxyException;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.CreateBucketResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListBucketsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/// A file store of one bucket, for those who sign their requests: the folders beside the bucket's are not listed, and
/// what a file's permissions allow to others makes nothing public. Objects have the [names][FileNames] that their file
/// system can hold; they are [written elsewhere][WritingFolder] and appear whole. Files and folders have the
/// permissions that the user's umask gives them. Safe for concurrent use.
final class GuardedBlobStore extends ForwardingBlobStore {
    /// What the server keeps of an upload beside its parts has such a key, and no client's object has.
    private static final String STUBS = ".s3proxy-mpu-stub-";

    private final String bucket;
    private final BucketFiles files;
    private final WritingFolder writing;
    private final Writes writes;
    private final Map<String, Upload> uploads = new ConcurrentHashMap<>();
    private volatile boolean ranOutOfSpace;

    /// @param store   over the folder that the bucket's is in
    /// @param writing in the same folder
    /// @param writes  when an object counts as written
    GuardedBlobStore(BlobStore store, String bucket, BucketFiles files, WritingFolder writing, Writes writes) {
        super(store);
        this.writes = writes;
        this.bucket = bucket;
        this.files = files;
        this.writing = writing;
    }

    @Override
    public void close() {
        try {
            writing.close();
        } finally {
            super.close();
        }
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

    /// Where the store below finds an object.
    ///
    /// @param container its folder beside the buckets'
    private record Place(String container, String name) {}

    private Place place(String key) {
        return key.startsWith(STUBS)
                ? new Place(container(), key)
                : new Place(bucket, io(() -> files.folder().relativize(files.file(key)).toString()));
    }

    private String container() {
        return io(writing::container);
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private static <T> T io(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ListObjectsV2Response list(ListObjectsV2Request request) {
        if (!Files.isDirectory(files.folder())) {
            return super.list(request);
        }
        return io(() -> BucketListing.page(files, request));
    }

    @Override
    public void clearContainer(ListObjectsV2Request request) {
        list(request).contents().forEach(object -> removeBlob(request.bucket(), object.key()));
    }

    /// Tests whether the file of an object that is there is the one that its ETag was made of ([AdoptedFiles]).
    boolean isAsAdopted(String key) {
        return io(() -> AdoptedFiles.isAsAdopted(files.file(key)));
    }

    @Override
    public boolean blobExists(String container, String key) {
        Place place = place(key);
        return super.blobExists(place.container, place.name);
    }

    @Override
    public HeadObjectResponse blobMetadata(HeadObjectRequest request) {
        Place place = place(request.key());
        return super.blobMetadata(request.toBuilder().bucket(place.container).key(place.name).build());
    }

    @Override
    public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
        Place place = place(request.key());
        return super.getBlob(request.toBuilder().bucket(place.container).key(place.name).build());
    }

    @Override
    public DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
        Place place = place(request.key());
        return super.removeBlob(request.toBuilder().bucket(place.container).key(place.name).build());
    }

    @Override
    public PutObjectResponse putBlob(PutObjectRequest request, InputStream payload) {
        refuseOwnKey(request.sseCustomerAlgorithm());
        PutObjectRequest.Builder put = request.toBuilder().acl(Umask.ACL).ifNoneMatch(null);
        if (request.key().startsWith(STUBS)) {
            return super.putBlob(put.bucket(container()).build(), payload);
        }
        return published(request.key(), publication(request.ifNoneMatch()),
                name -> super.putBlob(put.bucket(container()).key(name).build(), payload));
    }

    private static Publication publication(@Nullable String ifNoneMatch) {
        if (ifNoneMatch == null) {
            return Publication.REPLACING;
        }
        if (!ifNoneMatch.equals("*")) {
            throw new S3ProxyException(S3ErrorCode.NOT_IMPLEMENTED, "If-None-Match of a write can be * alone.");
        }
        return Publication.ONCE;
    }

    @Override
    public CopyObjectResponse copyBlob(CopyObjectRequest request) {
        refuseOwnKey(request.sseCustomerAlgorithm());
        Place source = place(request.sourceKey());
        return published(request.destinationKey(), Publication.REPLACING,
                name -> super.copyBlob(request.toBuilder().acl(Umask.ACL).sourceBucket(source.container)
                        .sourceKey(source.name).destinationBucket(container()).destinationKey(name).build()));
    }

    /// Writes a file under a name of its own, and makes it the object of a key.
    private <T> T published(String key, Publication publication, Function<String, T> write) {
        String name = UUID.randomUUID().toString();
        try {
            T written = write.apply(name);
            publish(writing.file(name), key, publication);
            return written;
        } catch (RuntimeException e) {
            ranOutOfSpace |= FullDisk.saidBy(e);
            throw e;
        }
    }

    private void publish(Path written, String key, Publication publication) {
        io(() -> {
            try {
                Path root = DurableFiles.parent(files.folder());
                writes.beforeName(written, root);
                boolean isNew = files.publish(written, key, publication);
                writes.afterName(files.file(key), root);
                if (!isNew) {
                    throw new S3ProxyException(S3ErrorCode.PRECONDITION_FAILED);
                }
                return key;
            } finally {
                Files.deleteIfExists(written);
            }
        });
    }

    /// An upload that has begun, which ends with this process.
    ///
    /// @param written the upload of the file that is to be the object
    private record Upload(String key, MultipartUpload written) {}

    @Override
    public MultipartUpload initiateMultipartUpload(CreateMultipartUploadRequest request) {
        refuseOwnKey(request.sseCustomerAlgorithm());
        MultipartUpload written = super.initiateMultipartUpload(request.toBuilder().acl(Umask.ACL).bucket(container())
                .key(UUID.randomUUID().toString()).build());
        uploads.put(written.id(), new Upload(request.key(), written));
        return new MultipartUpload(written.id(), request, written.response());
    }

    private Upload upload(String id) {
        Upload upload = uploads.get(id);
        if (upload == null) {
            throw new S3ProxyException(S3ErrorCode.NO_SUCH_UPLOAD, "There is no upload " + id);
        }
        return upload;
    }

    @Override
    public UploadPartResponse uploadMultipartPart(MultipartUpload upload, UploadPartRequest request,
            InputStream payload) {
        try {
            return super.uploadMultipartPart(upload(upload.id()).written, request, payload);
        } catch (RuntimeException e) {
            ranOutOfSpace |= FullDisk.saidBy(e);
            throw e;
        }
    }

    @Override
    public CompleteMultipartUploadResponse completeMultipartUpload(MultipartUpload upload,
            CompleteMultipartUploadRequest request) {
        Upload begun = upload(upload.id());
        Publication publication = publication(request.ifNoneMatch());
        if (publication == Publication.ONCE && Files.isRegularFile(io(() -> files.file(begun.key)))) {
            throw new S3ProxyException(S3ErrorCode.PRECONDITION_FAILED);
        }
        String container = begun.written.containerName();
        String name = begun.written.blobName();
        CompleteMultipartUploadResponse completed = super.completeMultipartUpload(begun.written,
                request.toBuilder().bucket(container).key(name).ifNoneMatch(null).build());
        uploads.remove(upload.id());
        super.setBlobAccess(container, name, Umask.ACL);
        publish(writing.file(name), begun.key, publication);
        return completed;
    }

    @Override
    public void abortMultipartUpload(MultipartUpload upload) {
        super.abortMultipartUpload(upload(upload.id()).written);
        uploads.remove(upload.id());
    }

    @Override
    public List<Part> listMultipartUpload(MultipartUpload upload) {
        Upload begun = uploads.get(upload.id());
        return begun == null ? List.of() : super.listMultipartUpload(begun.written);
    }

    @Override
    public List<software.amazon.awssdk.services.s3.model.MultipartUpload> listMultipartUploads(String container) {
        return uploads.entrySet().stream().map(each -> software.amazon.awssdk.services.s3.model.MultipartUpload
                .builder().key(each.getValue().key).uploadId(each.getKey()).build()).toList();
    }

    @Override
    public void setBlobAccess(String container, String key, ObjectCannedACL access) {
        Place place = place(key);
        super.setBlobAccess(place.container, place.name, access);
    }

    /// Makes the folder once more, since the file store has taken the right to read it from others.
    @Override
    public CreateBucketResponse createContainer(CreateBucketRequest request) {
        CreateBucketResponse created = super.createContainer(request);
        Path folder = files.folder();
        return io(() -> {
            Files.delete(folder);
            Files.createDirectory(folder);
            return created;
        });
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

    /// Tests whether an object could not be written because its disk is full.
    boolean ranOutOfSpace() {
        return ranOutOfSpace;
    }
}
