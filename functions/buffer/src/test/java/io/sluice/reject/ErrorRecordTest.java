package io.sluice.reject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ErrorRecordTest {
    private static final Instant ARRIVAL = Instant.ofEpochMilli(1757500000123L);
    private static final Instant ENDING = Instant.ofEpochMilli(1757500061234L);

    @Test
    void aLineHasTheServicesNamesAndOrder() {
        ErrorRecord error = new ErrorRecord(bytes("{\"a\":1}"), Reject.FUNCTION_ERROR, 4, ARRIVAL, ENDING,
                Optional.of("arn:aws:lambda:us-west-2:123456789012:function:fn:$LATEST"));
        assertEquals("""
                {"rawData":"eyJhIjoxfQ==","errorCode":"Lambda.FunctionError",\
                "errorMessage":"The Lambda function was successfully invoked but it returned an error result.",\
                "attemptsMade":4,"arrivalTimestamp":1757500000123,"attemptEndingTimestamp":1757500061234,\
                "lambdaARN":"arn:aws:lambda:us-west-2:123456789012:function:fn:$LATEST"}
                """, new String(error.toLine(), StandardCharsets.UTF_8));
    }

    @Test
    void aLineOfAnotherStepNamesNoFunction() {
        assertEquals("""
                {"rawData":"","errorCode":"DynamicPartitioning.MetadataExtractionFailed",\
                "errorMessage":"Non JSON record provided","attemptsMade":1,"arrivalTimestamp":1757500000123,\
                "attemptEndingTimestamp":1757500061234}
                """, new String(ErrorRecord.of(new byte[0], Reject.NOT_JSON, ARRIVAL, ENDING).toLine(),
                StandardCharsets.UTF_8));
        assertThrows(IllegalArgumentException.class,
                () -> new ErrorRecord(new byte[0], Reject.NOT_JSON, 1, ARRIVAL, ENDING, Optional.of("arn:fn")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
