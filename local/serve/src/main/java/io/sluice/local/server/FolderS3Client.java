package io.sluice.local.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.gaul.s3proxy.S3ErrorCode;
import org.gaul.s3proxy.S3ProxyException;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.CreateBucketResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.GetObjectTaggingRequest;
import software.amazon.awssdk.services.s3.model.GetObjectTaggingResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/// The SDK's client of S3 for buckets of this process: it asks the file store that [EmbeddedS3] serves, and leaves the
/// same files, without a server and its protocol between the two. Safe for concurrent use.
///
/// It answers what Sluice's adapters ask, and nothing else. It tries once: a failure of the disk is none that another
/// attempt cures.
public final class FolderS3Client implements S3Client {
    /// The most keys of a page, as in S3.
    private static final int PAGE_KEYS_MAX = 1_000;

    private final FolderBuckets buckets;

    FolderS3Client(FolderBuckets buckets) {
        this.buckets = buckets;
    }

    /// A client of buckets that nothing else has open.
    ///
    /// @param roots each bucket's name and the folder that its own folder is in, which is created when it is absent
    public static S3Client over(Map<String, Path> roots) {
        return new FolderS3Client(new FolderBuckets(roots));
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public CreateBucketResponse createBucket(CreateBucketRequest request) {
        return asked(() -> buckets.bucket(request.bucket()).createContainer(request));
    }

    @Override
    public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
        long length = length(body);
        return sent(body, length, in -> {
            GuardedBlobStore bucket = buckets.bucket(request.bucket());
            requireVersion(bucket, request.key(), request.ifMatch());
            return bucket.putBlob(request.toBuilder().ifMatch(null).contentLength(length).build(), in);
        });
    }

    @Override
    public <T> T getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
        return asked(() -> {
            try (ResponseInputStream<GetObjectResponse> object = there(
                    buckets.bucket(request.bucket()).getBlob(request), request.key())) {
                return transformer.transform(object.response(), AbortableInputStream.create(object));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw failed(e);
            }
        });
    }

    @Override
    public HeadObjectResponse headObject(HeadObjectRequest request) {
        return asked(() -> there(buckets.bucket(request.bucket()).blobMetadata(request), request.key()));
    }

    /// @throws S3ProxyException with the status 412 where `If-Match` names another version than the one that is there
    @Override
    public DeleteObjectResponse deleteObject(DeleteObjectRequest request) {
        return asked(() -> {
            GuardedBlobStore bucket = buckets.bucket(request.bucket());
            requireVersion(bucket, request.key(), request.ifMatch());
            return bucket.removeBlob(request.toBuilder().ifMatch(null).build());
        });
    }

    /// As the server does: a look before the write, between which another process may come.
    private static void requireVersion(GuardedBlobStore bucket, String key, @Nullable String ifMatch) {
        if (ifMatch == null) {
            return;
        }
        HeadObjectResponse head = there(bucket.blobMetadata(HeadObjectRequest.builder().key(key).build()), key);
        if (!unquoted(head.eTag()).equals(unquoted(ifMatch)) || !bucket.isAsAdopted(key)) {
            throw new S3ProxyException(S3ErrorCode.PRECONDITION_FAILED);
        }
    }

    private static String unquoted(String etag) {
        return etag.replace("\"", "");
    }

    /// Objects of a folder have none: refused as by the server, with the status 501.
    @Override
    public GetObjectTaggingResponse getObjectTagging(GetObjectTaggingRequest request) {
        throw new S3ProxyException(S3ErrorCode.NOT_IMPLEMENTED);
    }

    @Override
    public DeleteObjectsResponse deleteObjects(DeleteObjectsRequest request) {
        return asked(() -> buckets.bucket(request.bucket()).removeBlobs(request));
    }

    @Override
    public ListObjectsV2Response listObjectsV2(ListObjectsV2Request request) {
        Integer asked = request.maxKeys();
        int keys = asked == null ? PAGE_KEYS_MAX : Math.min(asked, PAGE_KEYS_MAX);
        return asked(() -> buckets.bucket(request.bucket()).list(request.toBuilder().maxKeys(keys).build()));
    }

    @Override
    public CreateMultipartUploadResponse createMultipartUpload(CreateMultipartUploadRequest request) {
        MultipartUpload upload = asked(() -> buckets.bucket(request.bucket()).initiateMultipartUpload(request));
        return CreateMultipartUploadResponse.builder().bucket(request.bucket()).key(request.key())
                .uploadId(upload.id()).build();
    }

    @Override
    public UploadPartResponse uploadPart(UploadPartRequest request, RequestBody body) {
        long length = length(body);
        return sent(body, length, in -> buckets.bucket(request.bucket()).uploadMultipartPart(
                upload(request.bucket(), request.key(), request.uploadId()),
                request.toBuilder().contentLength(length).build(), in));
    }

    @Override
    public CompleteMultipartUploadResponse completeMultipartUpload(CompleteMultipartUploadRequest request) {
        return asked(() -> buckets.bucket(request.bucket()).completeMultipartUpload(
                upload(request.bucket(), request.key(), request.uploadId()), request));
    }

    @Override
    public AbortMultipartUploadResponse abortMultipartUpload(AbortMultipartUploadRequest request) {
        asked(() -> {
            buckets.bucket(request.bucket())
                    .abortMultipartUpload(upload(request.bucket(), request.key(), request.uploadId()));
            return request;
        });
        return AbortMultipartUploadResponse.builder().build();
    }

    private static MultipartUpload upload(String bucket, String key, String id) {
        return new MultipartUpload(id, CreateMultipartUploadRequest.builder().bucket(bucket).key(key).build());
    }

    private static <T> T there(@Nullable T object, String key) {
        if (object == null) {
            throw new S3ProxyException(S3ErrorCode.NO_SUCH_KEY, "There is no object " + key);
        }
        return object;
    }

    private static long length(RequestBody body) {
        return body.optionalContentLength()
                .orElseThrow(() -> new IllegalArgumentException("a body must say how long it is"));
    }

    /// A request that takes a body.
    private interface Taking<T> {
        T take(InputStream in);
    }

    private static <T> T sent(RequestBody body, long length, Taking<T> taking) {
        return asked(() -> {
            try (InputStream in = new ExactBody(body.contentStreamProvider().newStream(), length)) {
                return taking.take(in);
            } catch (IOException e) {
                throw failed(e);
            }
        });
    }

    /// Asks the store; what it throws is the SDK's exception, or becomes one: the store says by other exceptions that a
    /// disk failed.
    private static <T> T asked(Supplier<T> store) {
        try {
            return store.get();
        } catch (SdkException e) {
            throw e;
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    private static SdkClientException failed(Exception e) {
        return SdkClientException.create(String.valueOf(e.getMessage()), e);
    }

    @Override
    public void close() {
        buckets.close();
    }
}
