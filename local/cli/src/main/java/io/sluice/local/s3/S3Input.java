package io.sluice.local.s3;

import io.sluice.local.records.InputSource;
import java.io.InputStream;
import software.amazon.awssdk.services.s3.S3Client;

/// One version of an object, as an input.
///
/// @param etag  of the version
/// @param bytes its size
record S3Input(S3Client s3, S3Address address, String etag, long bytes) implements InputSource.Opener {
    @Override
    public InputStream open() {
        return open(0);
    }

    @Override
    public InputStream open(long offset) {
        return new S3Content(this, offset);
    }

    @Override
    public String version() {
        return etag;
    }
}
