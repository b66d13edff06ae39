package io.sluice.aws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.objects.StoreException;
import io.sluice.objects.StoreException.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Answers of S3, by status and code: a delivery that is refused for some minutes is given up, and one whose outcome is
/// unknown is not.
final class S3FailuresTest {
    @ParameterizedTest
    @CsvSource({"400,RequestTimeout", "400,IncompleteBody", "400,BadDigest", "400,ExpiredToken",
            "400,TokenRefreshRequired", "400,KMS.ThrottlingException", "400,ThrottlingException", "400,Throttling",
            "403,RequestTimeTooSkewed", "409,ConditionalRequestConflict", "429,TooManyRequests", "500,InternalError",
            "503,SlowDown"})
    void whatPassesByItselfIsNoRefusal(int status, String code) {
        assertEquals(Kind.UNKNOWN, written(status, code));
    }

    @ParameterizedTest
    @CsvSource({"400,InvalidArgument", "400,EntityTooLarge", "400,KMS.DisabledException", "403,AccessDenied",
            "403,InvalidAccessKeyId", "405,MethodNotAllowed", "412,PreconditionFailed"})
    void aRefusalStays(int status, String code) {
        assertEquals(Kind.REFUSED, written(status, code));
    }

    @ParameterizedTest
    @CsvSource({"404,NoSuchKey", "404,NoSuchBucket", "416,InvalidRange"})
    void whatIsNotThereIsMissing(int status, String code) {
        assertEquals(Kind.MISSING, written(status, code));
    }

    private static Kind written(int status, String code) {
        return assertThrows(StoreException.class, () -> new S3Failures("lake").writing("PUT", "k", () -> {
            throw S3Exception.builder().statusCode(status).awsErrorDetails(AwsErrorDetails.builder().errorCode(code)
                    .errorMessage("m").build()).build();
        })).kind();
    }
}
