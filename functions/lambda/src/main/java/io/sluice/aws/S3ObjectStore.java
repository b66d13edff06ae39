package io.sluice.aws;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.FolderPage;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.objects.StoreException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/// One S3 bucket. Safe for concurrent use.
public final class S3ObjectStore implements ObjectStore, ObjectTree {
    static final String FINGERPRINT = "sluice-delivery";
    static final String REJECTED = "sluice-rejected";
    /// Metadata: [ObjectAttributes#discarded].
    static final String DISCARDED = "sluice-discarded";
    /// Metadata: [ObjectAttributes#records].
    static final String RECORDS = "sluice-records";
    static final int PRECONDITION_FAILED = 412;
    private static final int DELETE_KEYS_MAX = 1_000;
    /// Keys that a message names.
    private static final int NAMED_MAX = 5;
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,18}");

    private final S3Client s3;
    private final String bucket;
    private final Optional<String> kmsKeyArn;
    private final RequestCounts counts;
    private final S3Failures failures;
    private final S3MultipartUpload multipart;

    /// @param kmsKeyArn key that objects are encrypted with; empty: the bucket's own default
    public S3ObjectStore(S3Client s3, String bucket, Optional<String> kmsKeyArn, RequestCounts counts) {
        this.s3 = s3;
        this.bucket = bucket;
        this.kmsKeyArn = kmsKeyArn;
        this.counts = counts;
        this.failures = new S3Failures(bucket);
        this.multipart = new S3MultipartUpload(s3, bucket, kmsKeyArn, counts);
    }

    @Override
    public byte[] get(ObjectKey key) {
        counts.s3Get();
        return failures.reading("GET", key,
                () -> s3.getObject(request -> request.bucket(bucket).key(key.value()), S3ObjectStore::bytes));
    }

    @Override
    public byte[] get(ObjectKey key, ByteRange range) {
        counts.s3Get();
        String bytes = "bytes=" + range.offset() + "-" + (range.end() - 1);
        byte[] read = failures.reading("GET " + bytes, key,
                () -> s3.getObject(request -> request.bucket(bucket).key(key.value()).range(bytes),
                        S3ObjectStore::bytes));
        if (read.length != range.length()) {
            throw new StoreException(StoreException.Kind.MISSING,
                    "GET " + bytes + " s3://" + bucket + "/" + key + " gave " + read.length + " bytes");
        }
        return read;
    }

    /// Into an array of the announced length: one that grows would hold the bytes twice, and copy them more often.
    private static byte[] bytes(GetObjectResponse response, InputStream body) {
        try {
            byte[] bytes = new byte[Math.toIntExact(response.contentLength())];
            int read = body.readNBytes(bytes, 0, bytes.length);
            if (read < bytes.length) {
                throw new EOFException("the answer ended after " + read + " of " + bytes.length + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw RetryableException.create("reading an answer of S3's", e);
        }
    }

    @Override
    public void put(ObjectKey key, Body body) {
        counts.s3Put();
        failures.writing("PUT", key.value(),
                () -> s3.putObject(putRequest(key, ObjectAttributes.NONE).build(), requestBody(body)));
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        return failures.writing("PUT", key.value(), () -> {
            try {
                if (body.length() > S3MultipartUpload.PART_BYTES) {
                    multipart.create(key, body, attributes);
                } else {
                    counts.s3Put();
                    s3.putObject(
                            putRequest(key, attributes).ifNoneMatch("*").checksumAlgorithm(ChecksumAlgorithm.CRC32_C)
                                    .build(),
                            requestBody(body));
                }
                return Created.CREATED;
            } catch (S3Exception e) {
                if (e.statusCode() == PRECONDITION_FAILED) {
                    return Created.EXISTED;
                }
                throw e;
            }
        });
    }

    @Override
    public Optional<ObjectInfo> head(ObjectKey key) {
        counts.s3Get();
        try {
            HeadObjectResponse head = failures.reading("HEAD", key,
                    () -> s3.headObject(request -> request.bucket(bucket).key(key.value())));
            return Optional.of(new ObjectInfo(key, head.contentLength(), head.lastModified(),
                    head.metadata().getOrDefault(FINGERPRINT, ""), count(REJECTED, head.metadata()),
                    count(DISCARDED, head.metadata())));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void delete(Collection<ObjectKey> keys) {
        List<Undeleted> left = remove(keys);
        if (!left.isEmpty()) {
            String some = left.stream().limit(NAMED_MAX).map(each -> each.key() + " (" + each.cause() + ")")
                    .collect(Collectors.joining(", "));
            throw new StoreException(StoreException.Kind.UNKNOWN, "DELETE s3://" + bucket + " left " + left.size()
                    + " of " + keys.size() + " keys: " + some + (left.size() > NAMED_MAX ? ", …" : ""));
        }
    }

    @Override
    public List<Undeleted> remove(Collection<ObjectKey> keys) {
        List<ObjectIdentifier> all = keys.stream().map(key -> ObjectIdentifier.builder().key(key.value()).build())
                .toList();
        List<Undeleted> left = new ArrayList<>();
        for (int from = 0; from < all.size(); from += DELETE_KEYS_MAX) {
            List<ObjectIdentifier> some = all.subList(from, Math.min(all.size(), from + DELETE_KEYS_MAX));
            counts.s3Delete();
            DeleteObjectsResponse deleted = failures.writing("DELETE", some.getFirst().key(), () -> s3
                    .deleteObjects(request -> request.bucket(bucket).delete(list -> list.objects(some).quiet(true))));
            deleted.errors().forEach(error -> left.add(new Undeleted(new ObjectKey(error.key()), error.code())));
        }
        return left;
    }

    @Override
    public FolderPage folders(String prefix, Optional<String> token) {
        counts.s3List();
        ListObjectsV2Response page = failures.writing("LIST", prefix, () -> s3.listObjectsV2(
                request -> request.bucket(bucket).prefix(prefix).delimiter("/").continuationToken(token.orElse(null))));
        return new FolderPage(page.commonPrefixes().stream().map(CommonPrefix::prefix).toList(), objects(page),
                page.isTruncated() ? Optional.of(page.nextContinuationToken()) : Optional.empty());
    }

    @Override
    public ObjectPage list(String prefix, String after) {
        counts.s3List();
        ListObjectsV2Response page = failures.writing("LIST", prefix, () -> s3.listObjectsV2(
                request -> request.bucket(bucket).prefix(prefix).startAfter(after.isEmpty() ? null : after)));
        return new ObjectPage(objects(page), page.isTruncated());
    }

    private static List<ObjectInfo> objects(ListObjectsV2Response page) {
        return page.contents().stream()
                .map(each -> new ObjectInfo(new ObjectKey(each.key()), each.size(), each.lastModified(), "")).toList();
    }

    private PutObjectRequest.Builder putRequest(ObjectKey key, ObjectAttributes attributes) {
        PutObjectRequest.Builder request = PutObjectRequest.builder().bucket(bucket).key(key.value())
                .contentType(ObjectAttributes.CONTENT_TYPE);
        if (!attributes.contentEncoding().isEmpty()) {
            request.contentEncoding(attributes.contentEncoding());
        }
        request.metadata(metadata(attributes));
        kmsKeyArn.ifPresent(arn -> request.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(arn));
        return request;
    }

    static Map<String, String> metadata(ObjectAttributes attributes) {
        Map<String, String> metadata = new HashMap<>();
        if (!attributes.fingerprint().isEmpty()) {
            metadata.put(FINGERPRINT, attributes.fingerprint());
        }
        if (attributes.rejected() > 0) {
            metadata.put(REJECTED, Long.toString(attributes.rejected()));
        }
        if (attributes.discarded() > 0) {
            metadata.put(DISCARDED, Long.toString(attributes.discarded()));
        }
        if (attributes.records() > 0) {
            metadata.put(RECORDS, Long.toString(attributes.records()));
        }
        return metadata;
    }

    /// Somebody else's object may say anything there.
    private static long count(String name, Map<String, String> metadata) {
        String text = metadata.getOrDefault(name, "");
        return COUNT.matcher(text).matches() ? Long.parseLong(text) : 0;
    }

    private static RequestBody requestBody(Body body) {
        return RequestBody.fromContentProvider(body::open, body.length(), ObjectAttributes.CONTENT_TYPE);
    }
}
