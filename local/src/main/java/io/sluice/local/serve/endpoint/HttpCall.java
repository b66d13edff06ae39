package io.sluice.local.serve.endpoint;

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
public record HttpCall(String method, String path, String query, Map<String, List<String>> headers, byte[] body) {
    /// The first header of that name, in any case.
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))).map(List::getFirst);
    }
}
