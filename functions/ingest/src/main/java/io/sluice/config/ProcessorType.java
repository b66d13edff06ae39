package io.sluice.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The processors of a `ProcessingConfiguration`.
enum ProcessorType {
    RECORD_DE_AGGREGATION("RecordDeAggregation"), DECOMPRESSION("Decompression"), CLOUD_WATCH_LOG_PROCESSING(
            "CloudWatchLogProcessing"), LAMBDA("Lambda"), METADATA_EXTRACTION(
                    "MetadataExtraction"), APPEND_DELIMITER_TO_RECORD("AppendDelimiterToRecord");

    private final String apiName;

    ProcessorType(String apiName) {
        this.apiName = apiName;
    }

    String apiName() {
        return apiName;
    }

    /// The names of the parameters that a processor of this type may have.
    Set<String> parameters() {
        return switch (this) {
            case RECORD_DE_AGGREGATION -> Set.of("SubRecordType", "Delimiter");
            case DECOMPRESSION -> Set.of("CompressionFormat");
            case CLOUD_WATCH_LOG_PROCESSING -> Set.of("DataMessageExtraction");
            case LAMBDA ->
                Set.of("LambdaArn", "NumberOfRetries", "RoleArn", "BufferSizeInMBs", "BufferIntervalInSeconds");
            case METADATA_EXTRACTION -> Set.of("MetadataExtractionQuery", "JsonParsingEngine");
            case APPEND_DELIMITER_TO_RECORD -> Set.of("Delimiter");
        };
    }

    static Map<String, ProcessorType> byApiName() {
        Map<String, ProcessorType> types = new LinkedHashMap<>();
        Arrays.stream(values()).forEach(type -> types.put(type.apiName, type));
        return types;
    }
}
