package io.sluice.aws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.objects.StoreException.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// What a failed request means for its caller.
final class FailuresTest {
    private final S3Failures s3 = new S3Failures("data");
    private final DynamoDbFailures dynamoDb = new DynamoDbFailures("index");

    @ParameterizedTest
    @CsvSource({"404, MISSING, MISSING", "403, REFUSED, REFUSED", "400, REFUSED, REFUSED", "301, REFUSED, REFUSED",
            "409, UNAVAILABLE, UNKNOWN", "429, UNAVAILABLE, UNKNOWN", "500, UNAVAILABLE, UNKNOWN",
            "503, UNAVAILABLE, UNKNOWN"})
    void anS3StatusIsAKindForReadsAndForWrites(int status, Kind reading, Kind writing) {
        assertEquals(reading, s3Reading(s3(status, "Code")).kind());
        assertEquals(writing, s3Writing(s3(status, "Code")).kind());
    }

    @Test
    void anS3MessageNamesOperationBucketKeyCodeAndRemedy() {
        assertEquals("PUT s3://data/a/b: AccessDenied (HTTP 403); check the function's policy and the bucket's",
                s3Writing(s3(403, "AccessDenied")).getMessage());
        assertEquals("PUT s3://data/a/b: the server gives no reason (HTTP 503)",
                s3Writing((S3Exception) S3Exception.builder().statusCode(503).build()).getMessage());
    }

    @Test
    void anS3MessageCarriesWhatTheServerSaysInOneLineOfBoundedLength() {
        assertEquals("PUT s3://data/a/b: InvalidArgument (HTTP 400), 'The key can't be a file'",
                s3Writing(s3(400, "InvalidArgument", "The key\n can't be a file\n")).getMessage());
        String endless = s3Writing(s3(400, "InvalidArgument", "x".repeat(100_000))).getMessage();
        assertTrue(endless.length() < 400 && endless.endsWith("x…'"), endless);
    }

    @Test
    void aBrokenConnectionLeavesAReadUndoneAndAWriteUnknown() {
        SdkException broken = SdkClientException.create("Connection reset");
        assertEquals(Kind.UNAVAILABLE, s3Reading(broken).kind());
        assertEquals(Kind.UNKNOWN, s3Writing(broken).kind());
        assertEquals(Kind.UNAVAILABLE, dynamoDbReading(broken).kind());
        assertEquals(Kind.UNKNOWN, dynamoDbWriting(broken).kind());
        assertSame(broken, s3Writing(broken).getCause());
    }

    @Test
    void aThrottledTableMayAnswerLater() {
        for (SdkException throttled : List.of(
                ProvisionedThroughputExceededException.builder().statusCode(400).message("slow down").build(),
                InternalServerErrorException.builder().statusCode(500).message("oops").build(),
                DynamoDbException.builder().statusCode(503).message("away").build())) {
            assertEquals(Kind.UNAVAILABLE, dynamoDbReading(throttled).kind());
            assertEquals(Kind.UNKNOWN, dynamoDbWriting(throttled).kind());
        }
    }

    @Test
    void aRefusalOfTheTableNamesItAndTheRemedy() {
        StoreException refused = dynamoDbWriting(
                (DynamoDbException) DynamoDbException.builder().statusCode(400).message("no such table").build());
        assertEquals(Kind.REFUSED, refused.kind());
        assertTrue(refused.getMessage().startsWith("Put on table index: no such table"), refused.getMessage());
        assertTrue(refused.getMessage().endsWith("check the table's name and the function's policy"),
                refused.getMessage());
    }

    @Test
    void whatSucceedsIsPassedOn() {
        assertEquals("x", s3.reading("GET", new ObjectKey("a/b"), () -> "x"));
        assertEquals("x", dynamoDb.writing("Put", () -> "x"));
    }

    private static SdkException s3(int status, String code) {
        return s3(status, code, "");
    }

    private static SdkException s3(int status, String code, String message) {
        return (SdkException) S3Exception.builder().statusCode(status)
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(message).build()).build();
    }

    private StoreException s3Reading(SdkException failure) {
        return assertThrows(StoreException.class, () -> s3.reading("GET", new ObjectKey("a/b"), () -> {
            throw failure;
        }));
    }

    private StoreException s3Writing(SdkException failure) {
        return assertThrows(StoreException.class, () -> s3.writing("PUT", "a/b", () -> {
            throw failure;
        }));
    }

    private StoreException dynamoDbReading(SdkException failure) {
        return assertThrows(StoreException.class, () -> dynamoDb.reading("Query", () -> {
            throw failure;
        }));
    }

    private StoreException dynamoDbWriting(SdkException failure) {
        return assertThrows(StoreException.class, () -> dynamoDb.writing("Put", () -> {
            throw failure;
        }));
    }
}
