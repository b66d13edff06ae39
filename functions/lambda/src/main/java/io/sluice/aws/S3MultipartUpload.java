package io.sluice.aws;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/// Writes large objects in parts, side by side, of which no more than [#PARTS_AT_ONCE_MAX] are in memory at once,
/// whatever the number of objects under way. Nothing can be read of an object before the last request, which is
/// conditional; a failure aborts the upload, and one that cannot be aborted is left to the bucket's lifecycle rule.
/// Safe for concurrent use.
final class S3MultipartUpload {
    /// Parts, and the body length up to which one PUT serves: above S3's minimum of 5 MiB.
    static final int PART_BYTES = 16 << 20;
    static final int PARTS_AT_ONCE_MAX = 4;

    private final S3Client s3;
    private final String bucket;
    private final Optional<String> kmsKeyArn;
    private final RequestCounts counts;
    private final Semaphore places = new Semaphore(PARTS_AT_ONCE_MAX);

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
        } catch (RuntimeException e) {
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

    /// Reads the body from front to back, and sends each part while the next ones are read. Returns or throws only when
    /// no part is under way any more: one that arrived after an abort would stay.
    private List<CompletedPart> uploadParts(ObjectKey key, String upload, Body body) {
        List<Future<CompletedPart>> parts = new ArrayList<>();
        try (InputStream in = body.open(); var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            long left = body.length();
            while (left > 0 && parts.stream().noneMatch(part -> part.state() == Future.State.FAILED)) {
                int number = parts.size() + 1;
                int length = (int) Math.min(left, PART_BYTES);
                parts.add(send(in, length, executor, part -> uploadPart(key, upload, number, part)));
                left -= length;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading the bytes of " + key, e);
        }
        return parts.stream().map(S3MultipartUpload::completed).toList();
    }

    /// A part takes its place before it is read, and gives it back when it is sent.
    private Future<CompletedPart> send(InputStream in, int length, ExecutorService executor,
            Function<byte[], CompletedPart> request) throws IOException {
        places.acquireUninterruptibly();
        boolean sending = false;
        try {
            byte[] part = new byte[length];
            if (in.readNBytes(part, 0, length) < length) {
                throw new EOFException("the body ended before its length");
            }
            Future<CompletedPart> sent = executor.submit(() -> {
                try {
                    return request.apply(part);
                } finally {
                    places.release();
                }
            });
            sending = true;
            return sent;
        } finally {
            if (!sending) {
                places.release();
            }
        }
    }

    private CompletedPart uploadPart(ObjectKey key, String upload, int number, byte[] part) {
        counts.s3Put();
        String etag = s3.uploadPart(
                request -> request.bucket(bucket).key(key.value()).uploadId(upload).partNumber(number),
                RequestBody.fromContentProvider(() -> new ByteArrayInputStream(part), part.length,
                        ObjectAttributes.CONTENT_TYPE))
                .eTag();
        return CompletedPart.builder().partNumber(number).eTag(etag).build();
    }

    private static CompletedPart completed(Future<CompletedPart> part) {
        return switch (part.state()) {
            case SUCCESS -> part.resultNow();
            case FAILED, CANCELLED, RUNNING -> {
                if (part.exceptionNow() instanceof RuntimeException failure) {
                    throw failure;
                }
                throw new IllegalStateException(part.exceptionNow());
            }
        };
    }

    private void abort(ObjectKey key, String upload, RuntimeException cause) {
        try {
            s3.abortMultipartUpload(request -> request.bucket(bucket).key(key.value()).uploadId(upload));
        } catch (SdkException e) {
            cause.addSuppressed(e);
        }
    }
}
