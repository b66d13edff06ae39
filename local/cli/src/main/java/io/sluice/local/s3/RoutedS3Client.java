package io.sluice.local.s3;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/// A client of this machine's buckets, one of which is elsewhere: what the deliveries of a run ask for of that bucket
/// goes to another client, with the key that it has there. Nothing lists or deletes there. Safe for concurrent use.
final class RoutedS3Client extends DelegatingS3Client {
    private final String bucket;
    private final S3Client outside;
    private final S3Address place;

    /// @param local   closed with this; `outside` is not
    /// @param bucket  the name here of the bucket that is elsewhere
    /// @param place   where it is, its key a beginning of keys
    RoutedS3Client(S3Client local, String bucket, S3Client outside, S3Address place) {
        super(local);
        this.bucket = bucket;
        this.outside = outside;
        this.place = place;
    }

    private boolean isOutside(String named) {
        return bucket.equals(named);
    }

    private String key(String key) {
        return place.key() + key;
    }

    @Override
    public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
        return isOutside(request.bucket())
                ? outside.putObject(
                        request.toBuilder().bucket(place.bucket()).key(key(request.key())).build(), body)
                : super.putObject(request, body);
    }

    @Override
    public <T> T getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
        return isOutside(request.bucket())
                ? outside.getObject(
                        request.toBuilder().bucket(place.bucket()).key(key(request.key())).build(), transformer)
                : super.getObject(request, transformer);
    }

    @Override
    public HeadObjectResponse headObject(HeadObjectRequest request) {
        return isOutside(request.bucket())
                ? outside.headObject(request.toBuilder().bucket(place.bucket()).key(key(request.key())).build())
                : super.headObject(request);
    }

    @Override
    public CreateMultipartUploadResponse createMultipartUpload(CreateMultipartUploadRequest request) {
        return isOutside(request.bucket())
                ? outside.createMultipartUpload(
                        request.toBuilder().bucket(place.bucket()).key(key(request.key())).build())
                : super.createMultipartUpload(request);
    }

    @Override
    public UploadPartResponse uploadPart(UploadPartRequest request, RequestBody body) {
        return isOutside(request.bucket())
                ? outside.uploadPart(
                        request.toBuilder().bucket(place.bucket()).key(key(request.key())).build(), body)
                : super.uploadPart(request, body);
    }

    @Override
    public CompleteMultipartUploadResponse completeMultipartUpload(CompleteMultipartUploadRequest request) {
        return isOutside(request.bucket())
                ? outside.completeMultipartUpload(
                        request.toBuilder().bucket(place.bucket()).key(key(request.key())).build())
                : super.completeMultipartUpload(request);
    }

    @Override
    public AbortMultipartUploadResponse abortMultipartUpload(AbortMultipartUploadRequest request) {
        return isOutside(request.bucket())
                ? outside.abortMultipartUpload(
                        request.toBuilder().bucket(place.bucket()).key(key(request.key())).build())
                : super.abortMultipartUpload(request);
    }

    @Override
    public ListObjectsV2Response listObjectsV2(ListObjectsV2Request request) {
        requireLocal(request.bucket(), "LIST");
        return super.listObjectsV2(request);
    }

    @Override
    public DeleteObjectsResponse deleteObjects(DeleteObjectsRequest request) {
        requireLocal(request.bucket(), "DELETE");
        return super.deleteObjects(request);
    }

    private void requireLocal(String named, String operation) {
        if (isOutside(named)) {
            throw new UnsupportedOperationException("a run sends no " + operation + " to the bucket it delivers to");
        }
    }
}
