package io.sluice.reject;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/// One line of an error object: a record that was given up, why, and when, in Firehose's own envelope.
///
/// A line is one JSON object with the names and in the order of the live service in 2026, numbers as numbers and
/// timestamps in epoch milliseconds, ended by a line feed.
///
/// @param rawData       the record as the source handed it over, before any transformation
/// @param reject        why
/// @param attemptsMade  how often it was tried, at least 1
/// @param arrival       when the source received it
/// @param attemptEnding when the last attempt ended
/// @param lambdaArn     the function that failed, with its version; only for failures of a function
public record ErrorRecord(byte[] rawData, Reject reject, int attemptsMade, Instant arrival, Instant attemptEnding,
        Optional<String> lambdaArn) {
    private static final JsonFactory JSON = new JsonFactory();

    public ErrorRecord {
        if (attemptsMade < 1) {
            throw new IllegalArgumentException("attemptsMade is at least 1, not " + attemptsMade);
        }
        if (lambdaArn.isPresent() && reject.type() != ErrorOutputType.PROCESSING_FAILED) {
            throw new IllegalArgumentException("An error record of type " + reject.type().wireName()
                    + " names no function: " + lambdaArn.get());
        }
    }

    /// The record of a first and only attempt that no function took part in.
    public static ErrorRecord of(byte[] rawData, Reject reject, Instant arrival, Instant attemptEnding) {
        return new ErrorRecord(rawData, reject, 1, arrival, attemptEnding, Optional.empty());
    }

    /// The line with its line feed, UTF-8.
    public byte[] toLine() {
        ByteArrayOutputStream line = new ByteArrayOutputStream(rawData.length / 3 * 4 + 512);
        try (JsonGenerator json = JSON.createGenerator(line, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeBinaryField("rawData", rawData);
            json.writeStringField("errorCode", reject.code());
            json.writeStringField("errorMessage", wellFormed(reject.message()));
            json.writeNumberField("attemptsMade", attemptsMade);
            json.writeNumberField("arrivalTimestamp", arrival.toEpochMilli());
            json.writeNumberField("attemptEndingTimestamp", attemptEnding.toEpochMilli());
            if (lambdaArn.isPresent()) {
                json.writeStringField("lambdaARN", lambdaArn.get());
            }
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory failed", e);
        }
        return line.toByteArray();
    }

    /// Without lone surrogates, which UTF-8 cannot hold: a message may quote what user code said.
    private static String wellFormed(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
