package io.sluice.local.smoke;

import java.nio.file.Path;
import java.util.List;

/// Amazon S3: buckets and their objects.
interface CloudBuckets {
    void create(String bucket);

    boolean exists(String bucket);

    void put(String bucket, String key, Path file);

    void put(String bucket, String key, byte[] content);

    /// The address of an object, as CloudFormation takes it for a template.
    String url(String bucket, String key);

    /// All keys that begin with `prefix`.
    List<String> keys(String bucket, String prefix);

    byte[] content(String bucket, String key);

    /// Removes a bucket with all that it holds, older versions and unfinished uploads too.
    ///
    /// @return false where it is still there, since something was written into it meanwhile
    boolean remove(String bucket);
}
