package io.sluice.api;

/// An error of the Firehose API, as its clients get it.
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int BAD_REQUEST = 400;
    private static final int SERVER_ERROR = 500;

    private final String type;
    private final int status;

    private ApiException(int status, String type, String message) {
        super(message, null, false, false);
        this.status = status;
        this.type = type;
    }

    public static ApiException of(String type, String message) {
        return new ApiException(BAD_REQUEST, type, message);
    }

    public static ApiException invalid(String message) {
        return of("InvalidArgumentException", message);
    }

    /// A value that breaks a constraint of the API's model.
    ///
    /// @param path as `records.1.member.data`
    public static ApiException violation(String path, String constraint) {
        return of("ValidationException", "1 validation error detected: Value at '" + path
                + "' failed to satisfy constraint: Member must " + constraint);
    }

    public static ApiException missing(String path) {
        return of("ValidationException", "1 validation error detected: Value null at '" + path
                + "' failed to satisfy constraint: Member must not be null");
    }

    public static ApiException notFound(String stream) {
        return of("ResourceNotFoundException",
                "Firehose " + stream + " under account " + StreamState.ACCOUNT + " not found.");
    }

    /// The only error that clients try again by themselves.
    public static ApiException unavailable(String message) {
        return new ApiException(SERVER_ERROR, "ServiceUnavailableException", message);
    }

    public String type() {
        return type;
    }

    public int status() {
        return status;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
