package io.sluice.aws;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/// Writes a large object in parts, one part in memory at a time. Nothing can be read of it before the last request, which
/// is conditional; a failure aborts the upload, and one that cannot be aborted is left to the bucket's lifecycle rule.
final class S3MultipartUpload {
    /// Parts, and the body length up to which one PUT serves: above S3's minimum of 5 MiB.
    static final int PART_BYTES = 16 << 20;

    private final S3Client s3;
    private final String bucket;
    private final Optional<String> kmsKeyArn;
    private final RequestCounts counts;

    S3MultipartUpload(S3Client s3, String bucket, Optional<String> kmsKeyArn, RequestCounts counts) {
        this.s3 = s3;
        this.bucket = bucket;
        this.kmsKeyArn = kmsKeyArn;
        this.counts = counts;
    }

    /// @throws S3Exception with status 412 when an object is there already
    void create(ObjectKey key, Body body, ObjectAttributes attributes) {
        counts.s3Put();
        String upload = s3.createMultipartUpload(createRequest(key, attributes)).uploadId();
        try {
            List<CompletedPart> parts = uploadParts(key, upload, body);
            counts.s3Put();
            s3.completeMultipartUpload(request -> request.bucket(bucket).key(key.value()).uploadId(upload)
                    .ifNoneMatch("*").multipartUpload(completed -> completed.parts(parts)));
        } catch (SdkException | UncheckedIOException e) {
            abort(key, upload, e);
            throw e;
        }
    }

    private CreateMultipartUploadRequest createRequest(ObjectKey key, ObjectAttributes attributes) {
        CreateMultipartUploadRequest.Builder request = CreateMultipartUploadRequest.builder().bucket(bucket)
                .key(key.value()).contentType(ObjectAttributes.CONTENT_TYPE)
                .metadata(S3ObjectStore.metadata(attributes));
        if (!attributes.contentEncoding().isEmpty()) {
            request.contentEncoding(attributes.contentEncoding());
        }
        kmsKeyArn.ifPresent(arn -> request.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(arn));
        return request.build();
    }

    private List<CompletedPart> uploadParts(ObjectKey key, String upload, Body body) {
        List<CompletedPart> parts = new ArrayList<>();
        try (InputStream in = body.open()) {
            for (byte[] part = in.readNBytes(PART_BYTES); part.length > 0; part = in.readNBytes(PART_BYTES)) {
                int number = parts.size() + 1;
                RequestBody bytes = RequestBody.fromBytes(part);
                counts.s3Put();
                String etag = s3.uploadPart(
                        request -> request.bucket(bucket).key(key.value()).uploadId(upload).partNumber(number), bytes)
                        .eTag();
                parts.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading the bytes of " + key, e);
        }
        return parts;
    }

    private void abort(ObjectKey key, String upload, RuntimeException cause) {
        try {
            s3.abortMultipartUpload(request -> request.bucket(bucket).key(key.value()).uploadId(upload));
        } catch (SdkException e) {
            cause.addSuppressed(e);
        }
    }
}
