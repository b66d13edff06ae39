package io.sluice.local.emulator;

import java.util.Map;
import software.amazon.awssdk.services.s3.S3Client;

/// An S3 and a DynamoDB with buckets and a table for one stream.
interface StreamServers extends AutoCloseable {
    /// Where the functions find them.
    Map<String, String> environment();

    /// A client that sees every bucket.
    S3Client s3();

    @Override
    void close();
}
