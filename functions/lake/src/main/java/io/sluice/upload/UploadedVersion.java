package io.sluice.upload;

import io.sluice.event.UploadEvent;
import io.sluice.position.RecordName;
import io.sluice.source.SourceObject;

/// One version of an object, as it was found.
///
/// @param id what tells it from others of its key: the version's id where the bucket has versions, else the ETag
record UploadedVersion(String bucket, SourceObject object, String id) {
    static UploadedVersion of(UploadEvent notice, SourceObject found) {
        return new UploadedVersion(notice.bucket(), found, notice.version().orElse(found.etag()));
    }

    /// The name by which something of it is known.
    ///
    /// @param what which part, or what is said of all of it
    RecordName named(String what) {
        return named(bucket, object.key().value(), id, what);
    }

    static RecordName named(String bucket, String key, String id, String what) {
        return RecordName.of("s3://" + bucket + "/" + key, id + " " + what, new byte[0]);
    }

    String arn() {
        return arn(bucket, object.key().value());
    }

    static String arn(String bucket, String key) {
        return "arn:aws:s3:::" + bucket + "/" + key;
    }
}
