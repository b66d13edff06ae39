package io.sluice.local.smoke;

import io.sluice.local.JobFailedException;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/// The cause of a failed step, as a user can act upon it: a clause without a full stop.
final class CloudFailure {
    private CloudFailure() {}

    static String said(RuntimeException failure) {
        return switch (failure) {
            case AwsServiceException answer -> answered(answer);
            case SdkClientException client when line(client).startsWith("Unable to load credentials") ->
                "there are no credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; of a"
                        + " profile with SSO, eval \"$(aws configure export-credentials --format env)\" sets them";
            case SdkClientException client -> "no answer comes (" + line(client)
                    + "); look at --region, --endpoint and the network";
            case SmokeException known -> known.getMessage();
            case JobFailedException known -> known.getMessage();
            case StoppedException stopped -> line(stopped);
            default -> "internal error: " + failure;
        };
    }

    private static String answered(AwsServiceException answer) {
        var details = Optional.ofNullable(answer.awsErrorDetails());
        String code = details.map(told -> told.errorCode()).orElse("HTTP " + answer.statusCode());
        String service = details.map(told -> told.serviceName()).orElse("AWS");
        return switch (code) {
            case "InvalidClientTokenId", "InvalidAccessKeyId", "UnrecognizedClientException", "SignatureDoesNotMatch" ->
                "the credentials are not known to " + service + " (" + code + "); look at AWS_PROFILE,"
                        + " AWS_ACCESS_KEY_ID and --region: some regions are to be enabled in the account first";
            case "ExpiredToken", "ExpiredTokenException", "RequestExpired" -> "the credentials have expired (" + code
                    + "); get new ones";
            case "AccessDenied", "AccessDeniedException", "UnauthorizedOperation" -> service
                    + " denies access: " + said(details.map(told -> told.errorMessage()).orElse(""), answer)
                    + "; take credentials that may do so";
            default -> service + " refuses (" + code + "): "
                    + said(details.map(told -> told.errorMessage()).orElse(""), answer);
        };
    }

    private static String said(String message, AwsServiceException answer) {
        return message == null || message.isBlank() ? "HTTP " + answer.statusCode() : plain(message);
    }

    private static String line(Exception failure) {
        return plain(String.valueOf(failure.getMessage()));
    }

    private static String plain(String text) {
        return text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    }
}
