package io.sluice.aws;

import io.sluice.event.UploadEvent;
import io.sluice.input.RowFiles;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.StoreException;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.upload.UploadedObjects;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Buckets of S3, read version by version. Safe for concurrent use.
public final class S3UploadedObjects implements UploadedObjects {
    private static final int NOT_FOUND = 404;
    /// To who asks for a version that is a deletion.
    private static final int NOT_ALLOWED = 405;

    private final S3Client s3;
    private final RequestCounts counts;
    private final Optional<RowFiles> rows;

    /// @param rows reads objects of rows, if the class path has what it takes
    public S3UploadedObjects(S3Client s3, RequestCounts counts, Optional<RowFiles> rows) {
        this.s3 = s3;
        this.counts = counts;
        this.rows = rows;
    }

    @Override
    public Optional<SourceObject> find(UploadEvent notice) {
        counts.s3Get();
        try {
            HeadObjectResponse head = new S3Failures(notice.bucket()).reading("HEAD", notice.key(),
                    () -> s3.headObject(request -> request.bucket(notice.bucket()).key(notice.key().value())
                            .versionId(notice.version().orElse(null))));
            return Optional.of(new SourceObject(notice.key(), unquoted(head.eTag()), head.contentLength(),
                    head.lastModified()));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public SourceRecords records(UploadEvent notice) {
        return new SourceRecords(new Versions(notice), notice.bucket(), rows);
    }

    private static String unquoted(String etag) {
        return etag.replace("\"", "");
    }

    /// One version of one object.
    private final class Versions implements SourceStore {
        private final UploadEvent notice;
        private final S3Failures failures;

        Versions(UploadEvent notice) {
            this.notice = notice;
            this.failures = new S3Failures(notice.bucket());
        }

        @Override
        public byte[] read(SourceObject object, ByteRange range) {
            counts.s3Get();
            String bytes = "bytes=" + range.offset() + "-" + (range.end() - 1);
            ResponseBytes<GetObjectResponse> read = failures.reading("GET " + bytes, object.key(),
                    () -> get(object, bytes));
            // Servers that do not know the condition are asked afterwards.
            if (!unquoted(read.response().eTag()).equals(object.etag())) {
                throw new SourceChangedException(object.key(), "has changed");
            }
            if (read.asByteArrayUnsafe().length != range.length()) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "GET " + bytes + " " + notice.name()
                        + " gave " + read.asByteArrayUnsafe().length + " bytes");
            }
            return read.asByteArrayUnsafe();
        }

        private ResponseBytes<GetObjectResponse> get(SourceObject object, String bytes) {
            try {
                return s3.getObjectAsBytes(request -> request.bucket(notice.bucket()).key(object.key().value())
                        .versionId(notice.version().orElse(null)).range(bytes).ifMatch('"' + object.etag() + '"'));
            } catch (S3Exception e) {
                switch (e.statusCode()) {
                    case S3ObjectStore.PRECONDITION_FAILED -> throw new SourceChangedException(object.key(),
                            "has changed");
                    case NOT_FOUND, NOT_ALLOWED -> throw new SourceChangedException(object.key(), "is gone");
                    default -> throw e;
                }
            }
        }

        @Override
        public Page list(String prefix, String after) {
            throw readOnly();
        }

        @Override
        public boolean replace(SourceObject object, Body body) {
            throw readOnly();
        }

        @Override
        public boolean remove(SourceObject object) {
            throw readOnly();
        }

        private static UnsupportedOperationException readOnly() {
            return new UnsupportedOperationException("what others put into a bucket is read, and never changed");
        }
    }
}
