package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import io.sluice.config.Processing.Deaggregation;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Checks the parameters of each processor and gives what they configure.
final class ProcessorChecks {
    /// Ways in which templates write the newline that the processor appends anyway.
    private static final Set<String> NEWLINES = Set.of("\n", "\\n", "\\\\n");

    private ProcessorChecks() {}

    static void lambda(ProcessorParameters lambda) {
        Place place = lambda.processorPlace();
        if (lambda.value("LambdaArn").isEmpty()) {
            lambda.problems().error(place, FirehoseMessages.LAMBDA_ARN);
        }
        lambda.requireNumber("NumberOfRetries", "0", "300", FirehoseMessages.LAMBDA_RETRIES);
        lambda.requireNumber("BufferSizeInMBs", "0.2", "3", FirehoseMessages.LAMBDA_BUFFER_SIZE);
        lambda.requireNumber("BufferIntervalInSeconds", "0", "900", FirehoseMessages.LAMBDA_BUFFER_INTERVAL);
        if (lambda.value("BufferSizeInMBs").isPresent() != lambda.value("BufferIntervalInSeconds").isPresent()) {
            lambda.problems().error(place, FirehoseMessages.LAMBDA_BUFFER_BOTH);
        }
        lambda.problems().warning(lambda.place("LambdaArn"),
                "a stream calls one function, and here it is Sluice's transform function; code of another does not "
                        + "run");
    }

    static void appendDelimiter(ProcessorParameters append) {
        append.value("Delimiter").filter(delimiter -> !NEWLINES.contains(delimiter))
                .ifPresent(delimiter -> append.problems().warning(append.place("Delimiter"),
                        "the delimiter is always a newline, whatever is given here"));
    }

    static boolean decompression(ProcessorParameters decompression) {
        if (!decompression.value("CompressionFormat").equals(Optional.of("GZIP"))) {
            decompression.problems().error(decompression.place("CompressionFormat"), FirehoseMessages.COMPRESSION_GZIP);
        }
        return true;
    }

    static boolean messageExtraction(ProcessorParameters logs) {
        String value = logs.value("DataMessageExtraction").orElse("").toLowerCase(Locale.ROOT);
        if (!value.equals("true") && !value.equals("false")) {
            logs.problems().error(logs.place("DataMessageExtraction"), FirehoseMessages.MESSAGE_EXTRACTION);
        }
        return value.equals("true");
    }

    static Optional<Deaggregation> deaggregation(ProcessorParameters parameters) {
        Problems problems = parameters.problems();
        if (problems.deliveryMode() == DeliveryMode.FIREHOSE) {
            problems.warning(parameters.place("SubRecordType"),
                    "Firehose itself deaggregates before it calls the function, and does not split a record that holds "
                            + "more than 500");
        }
        Optional<String> delimiter = parameters.value("Delimiter");
        switch (parameters.value("SubRecordType").orElse("")) {
            case "JSON" -> {
                delimiter.ifPresent(
                        given -> problems.warning(parameters.place("Delimiter"), "no effect with SubRecordType JSON"));
                return Optional.of(new Deaggregation.Json());
            }
            case "DELIMITED" -> {
                if (delimiter.isEmpty()) {
                    problems.error(parameters.place("SubRecordType"), FirehoseMessages.DELIMITER_MISSING);
                }
                return delimiter.flatMap(given -> delimited(given, parameters));
            }
            default -> {
                problems.error(parameters.place("SubRecordType"), FirehoseMessages.SUB_RECORD_TYPE);
                return Optional.empty();
            }
        }
    }

    private static Optional<Deaggregation> delimited(String delimiter, ProcessorParameters parameters) {
        try {
            return Optional.of(new Deaggregation.Delimited(Base64.getDecoder().decode(delimiter)));
        } catch (IllegalArgumentException e) {
            String encoded = Base64.getEncoder().encodeToString(delimiter.getBytes(StandardCharsets.UTF_8));
            parameters.problems().error(parameters.place("Delimiter"), "Delimiter is base64, so \"" + delimiter
                    + "\" is written \"" + encoded + "\"");
            return Optional.empty();
        }
    }

    static Optional<String> query(ProcessorParameters extraction) {
        Problems problems = extraction.problems();
        Optional<String> engine = extraction.value("JsonParsingEngine");
        if (engine.isEmpty()) {
            problems.lifted(extraction.place("JsonParsingEngine"), FirehoseMessages.PARSING_ENGINE, "JQ-1.6 is meant");
        } else if (!engine.get().equals("JQ-1.6")) {
            problems.error(extraction.place("JsonParsingEngine"), FirehoseMessages.PARSING_ENGINE);
        }
        Optional<String> query = extraction.value("MetadataExtractionQuery");
        if (query.isEmpty()) {
            Place place = extraction.place("MetadataExtractionQuery");
            problems.error(place, "a MetadataExtraction processor needs the parameter MetadataExtractionQuery, "
                    + "a jq object constructor such as {customer:.customer_id}");
        }
        return query;
    }
}
