package io.sluice.local.s3;

import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/// The cause of a failed request to S3, as a user can act upon it.
final class S3Failure {
    static final int NOT_FOUND = 404;
    static final int REPLACED = 412;
    private static final int FORBIDDEN = 403;
    private static final int BAD_REQUEST = 400;
    static final int SERVER_ERROR = 500;
    private static final int ELSEWHERE = 301;

    private S3Failure() {}

    /// Returns why a request for `address` failed, and what to do: a clause without a full stop.
    static String of(SdkException failure, S3Address address) {
        if (failure instanceof AwsServiceException answer) {
            return ofAnswer(answer, address);
        }
        String said = String.valueOf(failure.getMessage()).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        if (failure instanceof SdkClientException && said.startsWith("Unable to load credentials")) {
            return "there are no credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; of a"
                    + " profile with SSO, eval \"$(aws configure export-credentials --format env)\" sets them";
        }
        return "the server can't be reached (" + said + "); look at --s3, AWS_REGION and the network, and try again";
    }

    private static String ofAnswer(AwsServiceException answer, S3Address address) {
        String code = Optional.ofNullable(answer.awsErrorDetails()).map(details -> details.errorCode()).orElse("");
        return switch (code) {
            case "NoSuchBucket" -> "there is no bucket " + address.bucket() + "; aws s3 ls lists yours";
            case "NoSuchKey" -> "there is no such object; aws s3 ls s3://" + address.bucket() + " lists what there is";
            case "InvalidAccessKeyId", "SignatureDoesNotMatch" -> "the credentials are not known there (" + code
                    + "); look at AWS_PROFILE, AWS_ACCESS_KEY_ID and --s3";
            case "ExpiredToken", "ExpiredTokenException", "InvalidToken" -> "the credentials have expired;"
                    + " get new ones";
            case "PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException" ->
                elsewhere();
            case "InvalidObjectState" -> "it is archived (Glacier); restore it first, with aws s3api restore-object";
            case "RequestTimeTooSkewed" -> "this machine's clock is wrong; set it";
            default -> byStatus(answer, code, address);
        };
    }

    private static String byStatus(AwsServiceException answer, String code, S3Address address) {
        String said = (code.isEmpty() ? "" : code + ", ") + "HTTP " + answer.statusCode();
        return switch (answer.statusCode()) {
            case FORBIDDEN -> "access is denied (" + said + "): the credentials need s3:ListBucket on "
                    + address.bucket() + " and s3:GetObject on what is in it, and s3:PutObject and s3:DeleteObject for"
                    + " --out";
            case NOT_FOUND -> "there is no such bucket or object (" + said + ")";
            case ELSEWHERE, BAD_REQUEST -> code.isEmpty() ? elsewhere() : "the server refuses (" + said + ")";
            default -> "the server refuses (" + said + "); try again later";
        };
    }

    private static String elsewhere() {
        return "the bucket is in another region; set AWS_REGION to that of the bucket";
    }
}
