package io.sluice.reject;

/// The reason why a record cannot be delivered under its own keys: where it goes, and what its error record says.
///
/// Codes and messages are Firehose's own, byte for byte, where one of them is known; a factory says so where it is not.
///
/// @param type    the error output type, which is part of the error object's key
/// @param code    `errorCode`
/// @param message `errorMessage`
public record Reject(ErrorOutputType type, String code, String message) {
    /// A function answered `ProcessingFailed`.
    public static final Reject PROCESSING_FAILED = processing("Lambda.ProcessingFailedStatus",
            "ProcessingFailed status set for record");
    /// A function's answer left the record out.
    public static final Reject MISSING_RECORD_ID = processing("Lambda.MissingRecordId",
            "One or more record Ids were not returned."
                    + " Ensure that the Lambda function returns all received record Ids.");
    /// A function's answer had the record more than once.
    public static final Reject DUPLICATED_RECORD_ID = processing("Lambda.DuplicatedRecordId",
            "Multiple records were returned with the same record Id."
                    + " Ensure that the Lambda function returns a unique record Id for each record.");
    /// A function answered `Ok` without data.
    public static final Reject INVALID_RETURN_FORMAT = processing("Lambda.InvalidReturnFormat",
            "The data field cannot be null when the SourceType is DirectPut or KinesisStreamAsSource and processing"
                    + " result is Ok. The value field cannot be null when the SourceType is MSKAsSource and processing"
                    + " result is Ok.");
    /// A function failed, or its answer was too long.
    public static final Reject FUNCTION_ERROR = processing("Lambda.FunctionError",
            "The Lambda function was successfully invoked but it returned an error result.");
    /// A function's answer is not one to a transformation event.
    public static final Reject UNREADABLE_ANSWER = processing("Lambda.JsonProcessingException",
            "There was an error parsing returned records from the Lambda function. Ensure that the returned records"
                    + " follow the status model required by Kinesis Data Firehose.");
    /// A function may not be called.
    public static final Reject INVOKE_ACCESS_DENIED = processing("Lambda.InvokeAccessDenied",
            "Access was denied. Ensure that the access policy allows access to the Lambda function.");
    /// There is no such function.
    public static final Reject FUNCTION_NOT_FOUND = processing("Lambda.ResourceNotFound",
            "The specified Lambda function does not exist. Use a different function that does exist.");
    /// A function is at work as often as it may be at once.
    public static final Reject INVOKE_LIMIT_EXCEEDED = processing("Lambda.InvokeLimitExceeded",
            "The Lambda concurrent execution limit is exceeded. Increase the concurrent execution limit.");
    /// A function's answer had a result that is none.
    public static final Reject INVALID_RESULT = processing("Lambda.FunctionError",
            "Check your function and make sure the output is in required format. In addition to that, make sure the"
                    + " processed records contain valid result status of Dropped, Ok, or ProcessingFailed");

    /// A partition key is null, missing or empty.
    public static final Reject EMPTY_KEY = metadataExtraction("partitionKeys values must not be null or empty");
    /// The record is not one JSON value.
    public static final Reject NOT_JSON = metadataExtraction("Non JSON record provided");
    /// The record splits into more than Firehose's 500 sub-records.
    public static final Reject TOO_MANY_SUB_RECORDS = new Reject(ErrorOutputType.METADATA_EXTRACTION_FAILED,
            "DynamicPartitioning.DeAggregationRecordCountLimitExceeded",
            "Firehose did not de-aggregate the records because the count of split records exceeded limit of 500.");
    /// The record's partition is beyond the limit. The code has been seen once; the message is Sluice's.
    public static final Reject ACTIVE_PARTITIONS_EXCEEDED = new Reject(ErrorOutputType.ACTIVE_PARTITION_EXCEEDED,
            "DynamicPartitioning.ActivePartitionsLimitExceeded",
            "The record's partition is beyond the limit of active partitions");
    /// The record is not gzip data, or too long when decompressed. The message is Sluice's.
    public static final Reject DECOMPRESSION_FAILED = new Reject(ErrorOutputType.DECOMPRESSION_FAILED,
            "Decompression failed.", "The record could not be decompressed as GZIP");

    public Reject {
        if (code.isEmpty()) {
            throw new IllegalArgumentException("A reject needs an error code; its message is: " + message);
        }
    }

    /// A transformation went wrong in another way.
    public static Reject processing(String code, String message) {
        return new Reject(ErrorOutputType.PROCESSING_FAILED, code, message);
    }

    /// The jq query failed with `message`; the code is Firehose's for all failures of the query.
    public static Reject metadataExtraction(String message) {
        return new Reject(ErrorOutputType.METADATA_EXTRACTION_FAILED, "DynamicPartitioning.MetadataExtractionFailed",
                message);
    }

    /// The prefix could not be evaluated. Firehose's own code for that is not known; this one is Sluice's.
    public static Reject partitioning(String message) {
        return new Reject(ErrorOutputType.PARTITIONING_FAILED, "DynamicPartitioning.PartitioningFailed", message);
    }

    /// The record to convert is no JSON.
    ///
    /// @param detail what is wrong with it: a sentence
    public static Reject conversionParsing(String detail) {
        return new Reject(ErrorOutputType.FORMAT_CONVERSION_FAILED, "DataFormatConversion.ParseError",
                "Encountered malformed JSON. " + detail);
    }

    /// The record to convert is JSON, and nothing that a table's row can be made of.
    public static Reject conversion(String message) {
        return new Reject(ErrorOutputType.FORMAT_CONVERSION_FAILED, "DataFormatConversion.MalformedData", message);
    }
}
