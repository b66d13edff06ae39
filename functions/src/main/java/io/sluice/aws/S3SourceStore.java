package io.sluice.aws;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// One S3 bucket, read and cleared by ETag. Safe for concurrent use.
///
/// S3 decides itself whether an ETag still matches (`If-Match` of GetObject and DeleteObject). Servers that ignore the header
/// are asked before or checked afterwards.
public final class S3SourceStore implements SourceStore {
    private final S3Client s3;
    private final String bucket;
    private final RequestCounts counts;
    private final S3Failures failures;

    public S3SourceStore(S3Client s3, String bucket, RequestCounts counts) {
        this.s3 = s3;
        this.bucket = bucket;
        this.counts = counts;
        this.failures = new S3Failures(bucket);
    }

    @Override
    public Page list(String prefix, String after) {
        counts.s3List();
        ListObjectsV2Response page = failures.writing("LIST", prefix, () -> s3.listObjectsV2(
                request -> request.bucket(bucket).prefix(prefix).startAfter(after.isEmpty() ? null : after)));
        List<SourceObject> objects = new ArrayList<>();
        page.contents().forEach(each -> objects.add(new SourceObject(new ObjectKey(each.key()), unquoted(each.eTag()),
                each.size(), each.lastModified())));
        return new Page(objects, page.isTruncated());
    }

    @Override
    public byte[] read(SourceObject object, ByteRange range) {
        counts.s3Get();
        ObjectKey key = object.key();
        String bytes = "bytes=" + range.offset() + "-" + (range.end() - 1);
        ResponseBytes<GetObjectResponse> read = get(object, bytes);
        if (!unquoted(read.response().eTag()).equals(object.etag())) {
            throw new SourceChangedException(key, "has changed");
        }
        if (read.asByteArrayUnsafe().length != range.length()) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "GET " + bytes + " s3://" + bucket + "/" + key
                    + " gave " + read.asByteArrayUnsafe().length + " bytes");
        }
        return read.asByteArrayUnsafe();
    }

    private ResponseBytes<GetObjectResponse> get(SourceObject object, String bytes) {
        ObjectKey key = object.key();
        try {
            return failures.reading("GET " + bytes, key, () -> {
                try {
                    return s3.getObjectAsBytes(request -> request.bucket(bucket).key(key.value()).range(bytes)
                            .ifMatch(quoted(object.etag())));
                } catch (S3Exception e) {
                    if (e.statusCode() == S3ObjectStore.PRECONDITION_FAILED) {
                        throw new SourceChangedException(key, "has changed");
                    }
                    throw e;
                }
            });
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                throw new SourceChangedException(key, "is gone");
            }
            throw e;
        }
    }

    @Override
    public boolean replace(SourceObject object, Body body) {
        Optional<HeadObjectResponse> head = headOfThisVersion(object);
        if (head.isEmpty()) {
            return false;
        }
        counts.s3Put();
        try {
            return failures.writing("PUT", object.key().value(), () -> {
                try {
                    s3.putObject(replacement(object, head.get()),
                            RequestBody.fromContentProvider(body::open, body.length(), head.get().contentType()));
                    return true;
                } catch (S3Exception e) {
                    if (e.statusCode() == S3ObjectStore.PRECONDITION_FAILED) {
                        return false;
                    }
                    throw e;
                }
            });
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return false;
            }
            throw e;
        }
    }

    private PutObjectRequest replacement(SourceObject object, HeadObjectResponse was) {
        PutObjectRequest.Builder request = PutObjectRequest.builder().bucket(bucket).key(object.key().value())
                .ifMatch(quoted(object.etag())).contentType(was.contentType()).contentEncoding(was.contentEncoding())
                .metadata(was.metadata()).storageClass(was.storageClassAsString());
        if (was.ssekmsKeyId() != null) {
            request.serverSideEncryption(was.serverSideEncryption()).ssekmsKeyId(was.ssekmsKeyId());
        }
        return request.build();
    }

    /// What is said of the object; empty when it is another one by now, or gone.
    private Optional<HeadObjectResponse> headOfThisVersion(SourceObject object) {
        counts.s3Get();
        try {
            HeadObjectResponse head = failures.reading("HEAD", object.key(),
                    () -> s3.headObject(request -> request.bucket(bucket).key(object.key().value())));
            return Optional.of(head).filter(found -> unquoted(found.eTag()).equals(object.etag()));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public boolean remove(SourceObject object) {
        String key = object.key().value();
        counts.s3Get();
        try {
            HeadObjectResponse head = failures.reading("HEAD", object.key(),
                    () -> s3.headObject(request -> request.bucket(bucket).key(key)));
            if (!unquoted(head.eTag()).equals(object.etag())) {
                return false;
            }
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return true;
            }
            throw e;
        }
        counts.s3Delete();
        return failures.writing("DELETE", key, () -> {
            try {
                s3.deleteObject(request -> request.bucket(bucket).key(key).ifMatch(quoted(object.etag())));
                return true;
            } catch (S3Exception e) {
                if (e.statusCode() == S3ObjectStore.PRECONDITION_FAILED) {
                    return false;
                }
                throw e;
            }
        });
    }

    private static String quoted(String etag) {
        return '"' + etag + '"';
    }

    private static String unquoted(String etag) {
        return etag.replace("\"", "");
    }
}
