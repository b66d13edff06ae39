package io.sluice.local.serve.endpoint;

import io.sluice.api.Answer;
import io.sluice.api.HttpCall;
import java.util.function.Function;

/// A route that answers one method and path, beside the API.
///
/// @param callers who may call
public record Route(String method, String path, Callers callers, Function<HttpCall, Answer> handler) {
    /// The callers that are allowed.
    public enum Callers {
        /// Whoever reaches the port: nothing of what records hold is in the answer, and nothing is changed.
        ALL,
        /// Programs and people on this machine.
        LOOPBACK
    }
}
