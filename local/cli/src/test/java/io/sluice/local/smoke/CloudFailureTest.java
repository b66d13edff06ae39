package io.sluice.local.smoke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

final class CloudFailureTest {
    private static RuntimeException answer(String code, String message) {
        return AwsServiceException.builder().statusCode(403).awsErrorDetails(AwsErrorDetails.builder()
                .serviceName("Sts").errorCode(code).errorMessage(message).build()).build();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            InvalidClientTokenId | x           | the credentials are not known to Sts (InvalidClientTokenId); look at
            ExpiredToken         | x           | the credentials have expired (ExpiredToken); get new ones
            AccessDenied         | You may not | Sts denies access: You may not; take credentials that may do so
            LimitExceeded        | Too many    | Sts refuses (LimitExceeded): Too many
            """)
    void anAnswerOfAwsSaysWhatToDo(String code, String message, String said) {
        assertTrue(CloudFailure.said(answer(code, message)).startsWith(said),
                CloudFailure.said(answer(code, message)));
    }

    @Test
    void anAnswerWithoutAnythingHasItsStatus() {
        assertEquals("AWS refuses (HTTP 500): HTTP 500",
                CloudFailure.said(AwsServiceException.builder().statusCode(500).build()));
    }

    @Test
    void missingCredentialsAreToldApartFromAMissingServer() {
        assertTrue(CloudFailure.said(SdkClientException.create("Unable to load credentials from any of\nthem"))
                .startsWith("there are no credentials: set AWS_PROFILE"));
        assertEquals("no answer comes (Connect to x failed); look at --region, --endpoint and the network",
                CloudFailure.said(SdkClientException.create("Connect to x\n failed")));
    }
}
