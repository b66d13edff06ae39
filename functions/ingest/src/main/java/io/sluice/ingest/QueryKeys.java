package io.sluice.ingest;

/// Takes the keys that a stream's `MetadataExtractionQuery` defines out of a record. Safe for concurrent use.
public interface QueryKeys {
    /// Never throws for what the record holds.
    Extracted extract(byte[] data, int offset, int length);
}
