package io.sluice.aws;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
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
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;

/// One S3 bucket, read and cleared by ETag. Safe for concurrent use.
///
/// S3 decides itself whether an ETag still matches (`If-Match` of GetObject, PutObject and DeleteObject). Servers that
/// ignore the header are asked before or checked afterwards.
///
/// A refusal may be the answer to a second copy of our own request: the SDK sends again what was applied when its
/// answer is lost. So a refused write is settled by reading what is there.
public final class S3SourceStore implements SourceStore {
    private static final int NOT_FOUND = 404;
    private static final int NOT_IMPLEMENTED = 501;
    /// Bytes of two contents that are compared at once.
    private static final int COMPARED_BYTES = 1 << 20;

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
            throw new StoreException(StoreException.Kind.MISSING, "GET " + bytes + " s3://" + bucket + "/" + key
                    + " gave " + read.asByteArrayUnsafe().length + " bytes");
        }
        return read.asByteArrayUnsafe();
    }

    private ResponseBytes<GetObjectResponse> get(SourceObject object, String bytes) {
        ObjectKey key = object.key();
        return failures.reading("GET " + bytes, key, () -> {
            try {
                return s3.getObjectAsBytes(request -> request.bucket(bucket).key(key.value()).range(bytes)
                        .ifMatch(quoted(object.etag())));
            } catch (S3Exception e) {
                switch (e.statusCode()) {
                    case S3ObjectStore.PRECONDITION_FAILED -> throw new SourceChangedException(key, "has changed");
                    case NOT_FOUND -> throw new SourceChangedException(key, "is gone");
                    default -> throw e;
                }
            }
        });
    }

    @Override
    public boolean replace(SourceObject object, Body body) {
        Optional<HeadObjectResponse> head = headOfThisVersion(object);
        if (head.isEmpty()) {
            return false;
        }
        counts.s3Put();
        boolean put = unlessRefused("PUT", object.key(), () -> s3.putObject(replacement(object, head.get()),
                RequestBody.fromContentProvider(body::open, body.length(), head.get().contentType())));
        return put || holds(object.key(), body);
    }

    /// Runs a conditional write.
    ///
    /// @return false when its condition was not met, or nothing is there: by another's doing, or by an earlier copy of
    ///     it
    private boolean unlessRefused(String operation, ObjectKey key, Runnable write) {
        try {
            return failures.writing(operation, key.value(), () -> {
                try {
                    write.run();
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

    /// Tests whether the object is what `body` would make of it, whoever wrote it.
    private boolean holds(ObjectKey key, Body body) {
        Optional<HeadObjectResponse> head = head(key);
        if (head.isEmpty() || head.get().contentLength() != body.length()) {
            return false;
        }
        SourceObject there = new SourceObject(key, unquoted(head.get().eTag()), head.get().contentLength(),
                head.get().lastModified());
        try (InputStream wanted = body.open()) {
            for (long at = 0; at < there.length(); at += COMPARED_BYTES) {
                int length = (int) Math.min(COMPARED_BYTES, there.length() - at);
                if (!Arrays.equals(wanted.readNBytes(length), read(there, new ByteRange(at, length)))) {
                    return false;
                }
            }
            return true;
        } catch (SourceChangedException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read again what was to be put in the place of s3://" + bucket + "/"
                    + key, e);
        }
    }

    /// All that S3 says of the object goes with its new content: who reads it, for how long it is kept and what it is
    /// called is not the erasure's to change.
    // The time of expiry as a time is deprecated, since a text that is none can't be; a PUT takes nothing else.
    @SuppressWarnings("deprecation")
    private PutObjectRequest replacement(SourceObject object, HeadObjectResponse was) {
        PutObjectRequest.Builder request = PutObjectRequest.builder().bucket(bucket).key(object.key().value())
                .ifMatch(quoted(object.etag())).contentType(was.contentType()).contentEncoding(was.contentEncoding())
                .contentDisposition(was.contentDisposition()).contentLanguage(was.contentLanguage())
                .cacheControl(was.cacheControl()).expires(was.expires())
                .websiteRedirectLocation(was.websiteRedirectLocation()).metadata(was.metadata())
                .storageClass(was.storageClassAsString())
                .objectLockLegalHoldStatus(was.objectLockLegalHoldStatusAsString());
        if (isRetained(was)) {
            request.objectLockMode(was.objectLockModeAsString()).objectLockRetainUntilDate(
                    was.objectLockRetainUntilDate());
        }
        List<Tag> tags = tags(object.key());
        if (!tags.isEmpty()) {
            request.tagging(Tagging.builder().tagSet(tags).build());
        }
        if (was.ssekmsKeyId() != null) {
            request.serverSideEncryption(was.serverSideEncryption()).ssekmsKeyId(was.ssekmsKeyId())
                    .bucketKeyEnabled(was.bucketKeyEnabled());
        }
        return request.build();
    }

    /// S3 takes no date that is over, by its own clock.
    private static boolean isRetained(HeadObjectResponse was) {
        Instant until = was.objectLockRetainUntilDate();
        return until != null && Optional.ofNullable(was.sdkHttpResponse())
                .flatMap(answer -> answer.firstMatchingHeader("Date"))
                .map(date -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from)).filter(until::isBefore)
                .isEmpty();
    }

    private List<Tag> tags(ObjectKey key) {
        counts.s3Get();
        return failures.reading("GET the tags of", key, () -> {
            try {
                return s3.getObjectTagging(request -> request.bucket(bucket).key(key.value())).tagSet();
            } catch (S3Exception e) {
                if (e.statusCode() == NOT_IMPLEMENTED) {
                    // A server whose objects have none.
                    return List.of();
                }
                throw e;
            }
        });
    }

    /// What is said of the object; empty when it is another one by now, or gone.
    private Optional<HeadObjectResponse> headOfThisVersion(SourceObject object) {
        return head(object.key()).filter(found -> unquoted(found.eTag()).equals(object.etag()));
    }

    private Optional<HeadObjectResponse> head(ObjectKey key) {
        counts.s3Get();
        try {
            return Optional.of(failures.reading("HEAD", key,
                    () -> s3.headObject(request -> request.bucket(bucket).key(key.value()))));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public boolean remove(SourceObject object) {
        Optional<HeadObjectResponse> head = head(object.key());
        if (head.isEmpty()) {
            return true;
        }
        if (!unquoted(head.get().eTag()).equals(object.etag())) {
            return false;
        }
        counts.s3Delete();
        boolean deleted = unlessRefused("DELETE", object.key(), () -> s3.deleteObject(
                request -> request.bucket(bucket).key(object.key().value()).ifMatch(quoted(object.etag()))));
        return deleted || head(object.key()).isEmpty();
    }

    private static String quoted(String etag) {
        return '"' + etag + '"';
    }

    private static String unquoted(String etag) {
        return etag.replace("\"", "");
    }
}
