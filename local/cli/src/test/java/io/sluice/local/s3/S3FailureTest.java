package io.sluice.local.s3;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// What S3 answers, as what a user can do about it.
final class S3FailureTest {
    private static final S3Address ADDRESS = new S3Address("lake", "a/b");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            404 | NoSuchBucket                 | there is no bucket lake; aws s3 ls lists yours
            404 | NoSuchKey                    | there is no such object; aws s3 ls s3://lake lists
            403 | AccessDenied                 | access is denied (AccessDenied, HTTP 403): the credentials need
            403 | InvalidAccessKeyId           | the credentials are not known there
            403 | SignatureDoesNotMatch        | the credentials are not known there
            400 | ExpiredToken                 | the credentials have expired
            301 | PermanentRedirect            | the bucket is in another region; set AWS_REGION
            400 | AuthorizationHeaderMalformed | the bucket is in another region; set AWS_REGION
            403 | InvalidObjectState           | it is archived (Glacier); restore it first
            403 | RequestTimeTooSkewed         | this machine's clock is wrong
            503 | SlowDown                     | the server refuses (SlowDown, HTTP 503); try again later
            400 | InvalidRequest               | the server refuses (InvalidRequest, HTTP 400)
            """)
    void eachAnswerHasItsRemedy(int status, String code, String said) {
        var answer = S3Exception.builder().statusCode(status)
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build()).build();
        assertTrue(S3Failure.of((S3Exception) answer, ADDRESS).startsWith(said));
    }

    @Test
    void anAnswerWithoutACodeIsToldByItsStatus() {
        assertTrue(S3Failure.of((S3Exception) S3Exception.builder().statusCode(404).build(), ADDRESS)
                .startsWith("there is no such bucket or object (HTTP 404)"));
        assertTrue(S3Failure.of((S3Exception) S3Exception.builder().statusCode(301).build(), ADDRESS)
                .startsWith("the bucket is in another region"));
    }

    @Test
    void withoutCredentialsOrServerItSaysSo() {
        assertTrue(S3Failure.of(SdkClientException.create("Unable to load credentials from any of the providers"),
                ADDRESS).startsWith("there are no credentials: set AWS_PROFILE"));
        assertTrue(S3Failure.of(SdkClientException.create("Connect\n refused"), ADDRESS)
                .startsWith("the server can't be reached (Connect refused)"));
    }
}
