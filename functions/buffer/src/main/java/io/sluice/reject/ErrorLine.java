package io.sluice.reject;

import java.time.Instant;
import java.util.Optional;

/// A line of an error object as it was found: what it takes to put its record in again.
///
/// @param recordId      `<object>#<number>`: the error object's name and the record's place in it, from 1. Reading the
///                      same object again gives the same ids, so that a second redrive of it is known as a repetition
/// @param rawData       the record as the source handed it over
/// @param arrival       when the source received it, which decides under which date it belongs
/// @param errorCode     `errorCode`, or `lastErrorCode` of a failed format conversion; empty when there is none
/// @param errorMessage  likewise
/// @param attemptsMade  how often it was tried; 0 when the line does not say
/// @param attemptEnding when the last attempt ended
/// @param lambdaArn     the function that failed
public record ErrorLine(String recordId, byte[] rawData, Instant arrival, String errorCode, String errorMessage,
        int attemptsMade, Optional<Instant> attemptEnding, Optional<String> lambdaArn) {}
