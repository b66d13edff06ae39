package io.sluice.drop;

import io.sluice.event.ObjectNotice;
import io.sluice.position.RecordName;
import io.sluice.source.SourceObject;

/// One version of an object, as it was found.
///
/// @param id what tells it from others of its key: the version's id where the bucket has versions, else the ETag
record Version(String bucket, SourceObject object, String id) {
    static Version of(ObjectNotice notice, SourceObject found) {
        return new Version(notice.bucket(), found, notice.version().orElse(found.etag()));
    }

    /// What something of it is known by.
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
