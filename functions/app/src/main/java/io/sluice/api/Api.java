package io.sluice.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The Firehose API: signature, operation, answer. Thread-safe.
public final class Api {
    private static final String CONTENT_TYPE = "application/x-amz-json-1.1";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;

    private final Signature signature;
    private final Operations operations;
    private final Supplier<UUID> ids;
    private final Consumer<String> warnings;

    /// @param keys     of those that may call
    /// @param clock    the real time, for signatures
    /// @param ids      gives every answer one of its own
    /// @param warnings told of what no request should cause
    public Api(KeyRing keys, InstantSource clock, Operations operations, Supplier<UUID> ids,
            Consumer<String> warnings) {
        this.signature = new Signature(keys, clock);
        this.operations = operations;
        this.ids = ids;
        this.warnings = warnings;
    }

    /// The answer to a call.
    public Answer answer(HttpCall call) {
        Answer answer = checked(call);
        String id = ids.get().toString();
        return new Answer(answer.status(), answer.contentType(), Map.of("x-amzn-RequestId", id), answer.body());
    }

    private Answer checked(HttpCall call) {
        try {
            String type = call.header("content-type").orElse("");
            if (!type.startsWith(CONTENT_TYPE)) {
                throw ApiException.of("SerializationException", "The content type must be " + CONTENT_TYPE);
            }
            CallerKey caller = signature.check(call);
            return new Answer(OK, CONTENT_TYPE, Map.of(), operations.answer(call, caller));
        } catch (ApiException e) {
            return error(e.status(), e.type(), e.getMessage());
        } catch (RuntimeException e) {
            // Its message may quote what a record holds.
            StackTraceElement[] trace = e.getStackTrace();
            warnings.accept("internal error: " + e.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]));
            return error(SERVER_ERROR, "ServiceUnavailableException", "Internal error");
        }
    }

    /// The answer that an error is.
    public static Answer error(int status, String type, String message) {
        String json = JSON.createObjectNode().put("__type", type).put("message", message).toString();
        return new Answer(status, CONTENT_TYPE, Map.of(), json.getBytes(StandardCharsets.UTF_8));
    }
}
