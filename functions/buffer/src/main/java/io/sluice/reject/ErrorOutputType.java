package io.sluice.reject;

import java.util.Arrays;
import java.util.Optional;

/// The step that gave a record up, for which `!{firehose:error-output-type}` stands in `ErrorOutputPrefix`.
///
/// Source: Amazon Data Firehose Developer Guide, "Custom prefixes" and "Dynamic partitioning"; object keys asserted by
/// the integration tests of the AWS CDK.
public enum ErrorOutputType {
    /// The transformation failed.
    PROCESSING_FAILED("processing-failed"),
    /// The jq query found no keys: no JSON, a null or empty key, a jq error.
    METADATA_EXTRACTION_FAILED("metadata-extraction-failed"),
    /// The prefix needs a key that nothing supplied, or comes out too long.
    PARTITIONING_FAILED("partitioning-failed"),
    /// The record belongs to a partition beyond the limit of active partitions.
    ACTIVE_PARTITION_EXCEEDED("activePartitionExceeded"),
    /// The record could not be converted to the format of its objects.
    FORMAT_CONVERSION_FAILED("format-conversion-failed"),
    /// The record is not the gzip data that `Decompression` expects.
    DECOMPRESSION_FAILED("decompression-failed");

    private final String wireName;

    ErrorOutputType(String wireName) {
        this.wireName = wireName;
    }

    /// The type with that name in object keys; empty when there is none.
    public static Optional<ErrorOutputType> of(String wireName) {
        return Arrays.stream(values()).filter(type -> type.wireName.equals(wireName)).findFirst();
    }

    /// The type's name in object keys.
    public String wireName() {
        return wireName;
    }
}
