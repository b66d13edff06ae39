package io.sluice.aws;

import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/// Says what an S3 request's failure means for the caller.
final class S3Failures {
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    /// A range that begins where the object has ended.
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final int SERVER_ERROR = 500;
    private static final int MESSAGE_CHARS_MAX = 300;
    /// What S3 says by a status of a refusal, and says no more of the same request a moment later.
    private static final Set<String> PASSING = Set.of("RequestTimeout", "IncompleteBody", "BadDigest", "ExpiredToken",
            "TokenRefreshRequired", "KMS.ThrottlingException");

    private final String bucket;

    S3Failures(String bucket) {
        this.bucket = bucket;
    }

    /// Runs a request that changes nothing.
    <T> T reading(String operation, ObjectKey key, Supplier<T> request) {
        return run(operation, key.value(), StoreException.Kind.UNAVAILABLE, request);
    }

    /// Runs a request that changes something: any failure that is not a clear refusal leaves the outcome unknown, since
    /// an earlier attempt of the SDK's may have been applied.
    <T> T writing(String operation, String key, Supplier<T> request) {
        return run(operation, key, StoreException.Kind.UNKNOWN, request);
    }

    private <T> T run(String operation, String key, StoreException.Kind otherwise, Supplier<T> request) {
        try {
            return request.get();
        } catch (AwsServiceException e) {
            throw new StoreException(kind(e, otherwise), message(operation, key, describe(e)), e);
        } catch (SdkException e) {
            throw new StoreException(otherwise, message(operation, key, String.valueOf(e.getMessage())), e);
        }
    }

    private static StoreException.Kind kind(AwsServiceException e, StoreException.Kind otherwise) {
        int status = e.statusCode();
        if (status == NOT_FOUND || status == RANGE_NOT_SATISFIABLE) {
            return StoreException.Kind.MISSING;
        }
        boolean passes = e.isThrottlingException() || e.isClockSkewException()
                || (e.awsErrorDetails() != null && PASSING.contains(String.valueOf(e.awsErrorDetails().errorCode())));
        boolean unclear = status >= SERVER_ERROR || status == CONFLICT || passes;
        return unclear ? otherwise : StoreException.Kind.REFUSED;
    }

    private String message(String operation, String key, String cause) {
        return operation + " s3://" + bucket + "/" + key + ": " + cause;
    }

    private static String describe(AwsServiceException e) {
        String remedy = e.statusCode() == FORBIDDEN ? "; check the function's policy and the bucket's" : "";
        String code = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
        String said = code == null ? "the server gives no reason" : code;
        return said + " (HTTP " + e.statusCode() + ")" + serverMessage(e) + remedy;
    }

    /// Returns the server's own words about it, in one line of bounded length; empty when it says nothing.
    private static String serverMessage(AwsServiceException e) {
        String message = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorMessage();
        if (message == null || message.isBlank()) {
            return "";
        }
        String line = message.strip().replaceAll("[\\p{Cntrl}\\s]+", " ");
        return ", '" + (line.length() > MESSAGE_CHARS_MAX ? line.substring(0, MESSAGE_CHARS_MAX) + "…" : line) + "'";
    }
}
