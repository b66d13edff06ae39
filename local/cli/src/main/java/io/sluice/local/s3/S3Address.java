package io.sluice.local.s3;

import io.sluice.local.UsageException;
import java.util.regex.Pattern;

/// An address in S3, as `s3://bucket/2026/11/a.ndjson`.
///
/// @param key of an object, or what keys begin with; empty: all of the bucket
public record S3Address(String bucket, String key) {
    private static final String SCHEME = "s3://";
    /// Old buckets may have longer names, capitals and underscores.
    private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]");

    /// Tests whether `text` means an address and not a file.
    public static boolean isOne(String text) {
        return text.startsWith(SCHEME);
    }

    /// Reads an address, whose key is taken as it stands: nothing in it is an escape.
    ///
    /// @throws UsageException when it names no bucket
    public static S3Address parse(String text) {
        String rest = text.substring(SCHEME.length());
        int slash = rest.indexOf('/');
        String bucket = slash < 0 ? rest : rest.substring(0, slash);
        if (!BUCKET.matcher(bucket).matches()) {
            throw new UsageException("The address " + text + " names no bucket: '" + bucket + "' can't be the name of"
                    + " one; an address is s3://BUCKET/KEY");
        }
        return new S3Address(bucket, slash < 0 ? "" : rest.substring(slash + 1));
    }

    S3Address of(String other) {
        return new S3Address(bucket, other);
    }

    /// As the user writes it.
    @Override
    public String toString() {
        return SCHEME + bucket + (key.isEmpty() ? "" : "/" + key);
    }
}
