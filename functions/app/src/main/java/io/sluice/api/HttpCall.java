package io.sluice.api;

import io.sluice.encoding.Digests;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A request as it came.
///
/// @param path    as it was sent, undecoded
/// @param query   likewise; empty when there is none
/// @param headers by lower-case name, in the order they came
/// @param body    all of it
/// @param bodyHash its SHA-256, which a signature and a call's key are made with
public record HttpCall(String method, String path, String query, Map<String, List<String>> headers, byte[] body,
        byte[] bodyHash) {
    /// A request whose body's hash nobody has yet.
    public HttpCall(String method, String path, String query, Map<String, List<String>> headers, byte[] body) {
        this(method, path, query, headers, body, Digests.sha256().digest(body));
    }

    /// The client's name of the call, the same at each of its attempts; empty where it has none.
    public Optional<String> invocation() {
        return header("amz-sdk-invocation-id").filter(name -> !name.isBlank());
    }

    /// The first header of that name, in any case.
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))).map(List::getFirst);
    }
}
