package io.sluice.api;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The answer to a request.
///
/// @param headers beside the content type
public record Answer(int status, String contentType, Map<String, String> headers, byte[] body) {
    private static final int OK = 200;

    /// A JSON text.
    public static Answer json(int status, String text) {
        return new Answer(status, "application/json", Map.of("Cache-Control", "no-store"),
                text.getBytes(StandardCharsets.UTF_8));
    }

    /// A text of another type.
    public static Answer text(String contentType, String text) {
        return new Answer(OK, contentType, Map.of("Cache-Control", "no-store"), text.getBytes(StandardCharsets.UTF_8));
    }
}
