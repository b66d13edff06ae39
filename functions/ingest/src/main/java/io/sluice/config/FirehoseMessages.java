package io.sluice.config;

/// Firehose's own messages about a delivery stream's configuration, word for word. Those about prefixes are with
/// `io.sluice.layout`; those of its API model with [ApiConstraint].
final class FirehoseMessages {
    static final String SIZE_AT_LEAST_64 = "BufferingHints.SizeInMBs must be at least 64 when Dynamic Partitioning is "
            + "enabled.";
    static final String INTERVAL_AT_LEAST_60 = "BufferingHints.IntervalInSeconds must be at least 60 seconds when "
            + "Dynamic Partitioning is enabled.";
    static final String PREFIX_WITHOUT_KEYS = "S3 Prefix should contain Dynamic Partitioning namespaces when Dynamic "
            + "Partitioning is enabled";
    static final String KEYS_WITHOUT_PARTITIONING = "Dynamic Partitioning Namespaces can only be part of a prefix "
            + "expression when Dynamic Partitioning is enabled.";
    static final String PROCESSING_OFF = "Processing Configuration is not enabled when DataPartitioning is enabled";
    static final String QUERY_MISSING = "MetadataExtraction processor should be present when S3 Prefix has "
            + "partitionKeyFromQuery namespace.";
    static final String LAMBDA_MISSING = "Lambda should be present when S3 Prefix contains keys from "
            + "partitionKeyFromLambda namespace";
    static final String KEYS_DIFFER = "MetaDataExtraction JQ Query can't contain keys that are not present in the S3 "
            + "Prefix expression";
    static final String USE_ALL_KEYS = "When dynamic partitioning via inline parsing is enabled, you must use all "
            + "specified dynamic partitioning key values for partitioning your data source.";
    static final String PARSING_ENGINE = "MetaDataExtraction JSON Parsing Engine has to be one of JQ-1.6";
    static final String SUB_RECORD_TYPE = "SubRecordType has to be one of JSON, DELIMITED";
    static final String DELIMITER_MISSING = "Delimiter should be present for DELIMITED";
    static final String PROCESSOR_COUNT = "A maximum of 5 and a minimum of 1 processor needs to be supplied when "
            + "processing is enabled.";
    static final String ONE_LAMBDA = "Cannot have more than 1 Lambda processor.";
    static final String LAMBDA_ARN = "LambdaArn is required when Lambda processor is used.";
    static final String LAMBDA_RETRIES = "Number of retries for lambda must be between 0 and 300.";
    static final String LAMBDA_BUFFER_SIZE = "BufferSizeInMBs for lambda processor must be between 0.2 and 3.";
    static final String LAMBDA_BUFFER_INTERVAL = "BufferIntervalInSeconds for lambda processor must be between 0 and "
            + "900.";
    static final String LAMBDA_BUFFER_BOTH = "Both BufferSizeInMBs and BufferIntervalInSeconds are required to "
            + "configure buffering for lambda processor.";
    static final String COMPRESSION_GZIP = "CompressionFormat has to be GZIP";
    static final String MESSAGE_EXTRACTION = "Invalid parameter value for DataMessageExtraction. Allowed values are "
            + "True and False.";
    static final String LOGS_WITHOUT_DECOMPRESSION = "CloudWatchLogProcessingProcessor can only be enabled with "
            + "DecompressionProcessor";
    static final String DECOMPRESSION_WITHOUT_LAMBDA = "Enabling source decompression is not supported for existing "
            + "stream with no Lambda function attached.";
    static final String ONE_DESTINATION = "Exactly one destination configuration is supported for a Firehose";
    static final String BACKUP_MISSING = "S3 backup destination configuration is required when enabling S3 backup.";
    static final String CONVERSION_UNCOMPRESSED = "The S3 destination's compression format must be set to "
            + "UNCOMPRESSED when data format conversion is enabled. To enable compression within the converted output "
            + "format, set the appropriate serialization option in the output format configuration.";
    static final String CONVERSION_SIZE_AT_LEAST_64 = "BufferingHints.SizeInMBs must be at least 64 when data format "
            + "conversion is enabled.";
    static final String DESERIALIZER_MISSING = "Deserializer must not be null";
    static final String ONE_DESERIALIZER = "More than one deserializer specified. Only one may be chosen.";
    static final String SERIALIZER_MISSING = "Serializer must not be null";
    static final String ONE_SERIALIZER = "More than one serializer specified. Only one may be chosen.";

    private FirehoseMessages() {}

    /// @param processor the service's name of the processor's class, as `MetadataExtractionProcessor`
    static String onlyWithPartitioning(String processor) {
        return "class com.amazonaws.services.firehose.internal.model." + processor
                + " can only be present when Dynamic Partitioning is enabled.";
    }
}
