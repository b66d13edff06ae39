package io.sluice.config;

import io.sluice.jq.JqProgram;
import java.util.Optional;

/// `ProcessingConfiguration`: the steps that are on, in Firehose's order.
///
/// @param decompression         `Decompression` processor: records are gzip
/// @param cloudWatchLogMessages `CloudWatchLogProcessing` with `DataMessageExtraction`
/// @param deaggregation         `RecordDeAggregation`
/// @param metadataQuery         `MetadataExtractionQuery`: an object constructor with constant keys
/// @param appendDelimiter       `AppendDelimiterToRecord`
public record Processing(boolean decompression, boolean cloudWatchLogMessages, Optional<Deaggregation> deaggregation,
        Optional<JqProgram> metadataQuery, boolean appendDelimiter) {

    /// The form in which one source record holds user records.
    public sealed interface Deaggregation {
        /// `SubRecordType` `JSON`: consecutive JSON objects.
        record Json() implements Deaggregation {}

        /// `SubRecordType` `DELIMITED`.
        ///
        /// @param delimiter the decoded `Delimiter`, at least one byte
        record Delimited(byte[] delimiter) implements Deaggregation {}
    }
}
