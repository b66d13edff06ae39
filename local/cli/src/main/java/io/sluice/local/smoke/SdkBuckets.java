package io.sluice.local.smoke;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// Buckets by AWS's SDK.
record SdkBuckets(S3Client s3) implements CloudBuckets {
    private static final int DELETED_AT_ONCE = 1_000;
    private static final String NOT_EMPTY = "BucketNotEmpty";

    @Override
    public void create(String bucket) {
        s3.createBucket(request -> request.bucket(bucket));
    }

    @Override
    public boolean exists(String bucket) {
        try {
            s3.headBucket(request -> request.bucket(bucket));
            return true;
        } catch (NoSuchBucketException e) {
            return false;
        }
    }

    @Override
    public void put(String bucket, String key, Path file) {
        s3.putObject(request -> request.bucket(bucket).key(key), file);
    }

    @Override
    public void put(String bucket, String key, byte[] content) {
        s3.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromBytes(content));
    }

    @Override
    public String url(String bucket, String key) {
        return s3.utilities().getUrl(request -> request.bucket(bucket).key(key)).toString();
    }

    @Override
    public List<String> keys(String bucket, String prefix) {
        return s3.listObjectsV2Paginator(request -> request.bucket(bucket).prefix(prefix)).contents().stream()
                .map(S3Object::key).toList();
    }

    @Override
    public byte[] content(String bucket, String key) {
        return s3.getObjectAsBytes(request -> request.bucket(bucket).key(key)).asByteArray();
    }

    @Override
    public boolean remove(String bucket) {
        try {
            empty(bucket);
            s3.deleteBucket(request -> request.bucket(bucket));
            return true;
        } catch (NoSuchBucketException e) {
            // It is gone, as it is to be.
            return true;
        } catch (S3Exception e) {
            if (NOT_EMPTY.equals(e.awsErrorDetails().errorCode())) {
                return false;
            }
            throw e;
        }
    }

    private void empty(String bucket) {
        List<ObjectIdentifier> all = s3.listObjectVersionsPaginator(request -> request.bucket(bucket)).stream()
                .flatMap(page -> Stream.concat(
                        page.versions().stream().map(each -> version(each.key(), each.versionId())),
                        page.deleteMarkers().stream().map(each -> version(each.key(), each.versionId()))))
                .toList();
        for (int i = 0; i < all.size(); i += DELETED_AT_ONCE) {
            List<ObjectIdentifier> some = new ArrayList<>(all.subList(i, Math.min(all.size(), i + DELETED_AT_ONCE)));
            DeleteObjectsResponse answer = s3.deleteObjects(request -> request.bucket(bucket)
                    .delete(delete -> delete.objects(some).quiet(true)));
            for (S3Error error : answer.errors()) {
                throw new SmokeException("the object " + error.key() + " is not removed: " + error.message());
            }
        }
        s3.listMultipartUploadsPaginator(request -> request.bucket(bucket)).uploads()
                .forEach(upload -> s3.abortMultipartUpload(request -> request.bucket(bucket).key(upload.key())
                        .uploadId(upload.uploadId())));
    }

    private static ObjectIdentifier version(String key, String id) {
        return ObjectIdentifier.builder().key(key).versionId(id).build();
    }
}
