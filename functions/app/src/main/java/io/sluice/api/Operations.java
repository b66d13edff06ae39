package io.sluice.api;

/// The operations of the API. Thread-safe.
@FunctionalInterface
public interface Operations {
    /// The answer's JSON.
    ///
    /// @param caller who signed the call
    /// @throws ApiException the answer, when it is an error
    byte[] answer(HttpCall call, CallerKey caller);

    /// The name of the operation that is called.
    ///
    /// @throws ApiException when it is none of Firehose's API
    static String named(HttpCall call) {
        String service = "Firehose_20150804.";
        String target = call.header("x-amz-target").orElse("");
        if (!target.startsWith(service)) {
            throw ApiException.of("UnknownOperationException",
                    "The header X-Amz-Target names no operation of Firehose");
        }
        return target.substring(service.length());
    }

    /// The answer to an operation that there is not.
    static ApiException unknown() {
        return ApiException.of("UnknownOperationException", "Firehose has no operation of that name");
    }
}
