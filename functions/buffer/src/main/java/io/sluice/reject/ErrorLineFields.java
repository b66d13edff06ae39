package io.sluice.reject;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.input.Timestamps;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The values of an error object's line that were read so far. Names count whatever their case.
final class ErrorLineFields {
    private byte @Nullable [] rawData;
    private @Nullable Instant arrival;
    private @Nullable Instant attemptEnding;
    private @Nullable String lambdaArn;
    private String errorCode = "";
    private String errorMessage = "";
    private int attemptsMade;

    /// Takes in the field whose value is the parser's current token.
    ///
    /// @throws IllegalArgumentException when the value is none that the field can have
    void take(String name, JsonParser parser) throws IOException {
        switch (name.toLowerCase(Locale.ROOT)) {
            case "rawdata" -> rawData = base64(text(name, parser));
            case "arrivaltimestamp" -> arrival = instant(name, parser);
            case "attemptendingtimestamp" -> attemptEnding = instant(name, parser);
            case "errorcode", "lasterrorcode" -> errorCode = text(name, parser);
            case "errormessage", "lasterrormessage" -> errorMessage = text(name, parser);
            case "attemptsmade" -> attemptsMade = count(name, text(name, parser));
            case "lambdaarn" -> {
                String arn = text(name, parser);
                lambdaArn = arn.isEmpty() ? null : arn;
            }
            default -> parser.skipChildren();
        }
    }

    /// The line that was read.
    ///
    /// @throws IllegalArgumentException when it lacks what a record cannot be put in again without
    ErrorLine toLine(String recordId) {
        if (rawData == null) {
            throw new IllegalArgumentException("The line has no rawData");
        }
        if (arrival == null) {
            throw new IllegalArgumentException("The line has no arrivalTimestamp");
        }
        return new ErrorLine(recordId, rawData, arrival, errorCode, errorMessage, attemptsMade,
                Optional.ofNullable(attemptEnding), Optional.ofNullable(lambdaArn));
    }

    private static String text(String name, JsonParser parser) throws IOException {
        if (!parser.currentToken().isScalarValue()) {
            throw new IllegalArgumentException(name + " is neither a text nor a number");
        }
        return parser.hasToken(JsonToken.VALUE_NULL) ? "" : parser.getText();
    }

    private static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("rawData is not base64", e);
        }
    }

    private static @Nullable Instant instant(String name, JsonParser parser) throws IOException {
        try {
            return Timestamps.read(parser, Timestamps.Unit.MILLISECONDS);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " " + e.getMessage(), e);
        }
    }

    private static int count(String name, String text) {
        try {
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is no whole number", e);
        }
    }
}
