package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.input.InputRecord;
import io.sluice.input.RangedBytes;
import io.sluice.input.RecordInput;
import io.sluice.parquet.ParquetRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import software.amazon.awssdk.services.s3.S3Client;

/// A stream whose records become rows of Parquet files, partitioned by `k`, and what landed of it.
final class ParquetStream {
    private static final int RECORD_BYTES_MAX = 1 << 20;

    private ParquetStream() {}

    /// Objects and error objects lie under the stream's name. A row has a text `k` and an integer `n`.
    static String configuration(String stream, String bucket) {
        return configuration(stream, bucket, "k=!{partitionKeyFromQuery:k}/");
    }

    /// The same with other folders below the stream's name.
    static String configuration(String stream, String bucket, String folders) {
        return """
                {"DeliveryStreamName": "%1$s",
                 "DeliveryStreamType": "DirectPut",
                 "ExtendedS3DestinationConfiguration": {
                   "RoleARN": "arn:aws:iam::123456789012:role/delivery",
                   "BucketARN": "arn:aws:s3:::%2$s",
                   "Prefix": "%1$s/%3$s",
                   "ErrorOutputPrefix": "%1$s-errors/!{firehose:error-output-type}/",
                   "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 300},
                   "CompressionFormat": "UNCOMPRESSED",
                   "DynamicPartitioningConfiguration": {"Enabled": true},
                   "ProcessingConfiguration": {"Enabled": true, "Processors": [
                     {"Type": "MetadataExtraction", "Parameters": [
                       {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k:.k}"},
                       {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]},
                   "DataFormatConversionConfiguration": {"Enabled": true,
                     "SchemaConfiguration": {"RoleARN": "arn:aws:iam::123456789012:role/delivery",
                       "DatabaseName": "d", "TableName": "t"},
                     "InputFormatConfiguration": {"Deserializer": {"OpenXJsonSerDe": {}}},
                     "OutputFormatConfiguration": {"Serializer": {"ParquetSerDe": {}}}}},
                 "Sluice": {"Delivery": "buffer", "IndexShards": 2, "Table": {"Columns": [
                   {"Name": "k", "Type": "string"}, {"Name": "n", "Type": "int"}]}}}""".formatted(stream, bucket,
                folders);
    }

    /// Every row of every object of the stream, as JSON.
    static List<String> rows(S3Client s3, String bucket, String stream) throws IOException {
        List<String> rows = new ArrayList<>();
        for (var object : s3.listObjectsV2Paginator(list -> list.bucket(bucket).prefix(stream + "/")).contents()) {
            byte[] bytes = s3.getObjectAsBytes(get -> get.bucket(bucket).key(object.key())).asByteArray();
            try (RecordInput input = new ParquetRows().open(object.key(), object.key(), new InMemory(bytes),
                    RECORD_BYTES_MAX)) {
                for (InputRecord row = input.next(); row != null; row = input.next()) {
                    rows.add(new String(row.data(), UTF_8));
                }
            }
        }
        return rows.stream().sorted().toList();
    }

    /// Every line of every error object of the stream.
    static List<String> errors(S3Client s3, String bucket, String stream) {
        return s3.listObjectsV2Paginator(list -> list.bucket(bucket).prefix(stream + "-errors/")).contents().stream()
                .flatMap(object -> s3.getObjectAsBytes(get -> get.bucket(bucket).key(object.key())).asUtf8String()
                        .lines())
                .toList();
    }

    private record InMemory(byte[] bytes) implements RangedBytes {
        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public byte[] read(long offset, int length) {
            return Arrays.copyOfRange(bytes, (int) offset, (int) offset + length);
        }
    }
}
