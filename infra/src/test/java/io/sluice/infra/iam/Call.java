package io.sluice.infra.iam;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.http.SdkHttpRequest;

/// A request as it went over the wire, and the status of its answer.
///
/// @param path    with its escapes resolved
/// @param query   by name; a parameter without a value has an empty one
/// @param headers by name in lower case
/// @param body    of a POST; of no interest in any other request
public record Call(String method, String path, Map<String, List<String>> query, Map<String, List<String>> headers,
        byte[] body, int status) {
    static Call of(SdkHttpRequest request, byte[] body, int status) {
        Map<String, List<String>> headers = new TreeMap<>();
        request.headers().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        String path = URLDecoder.decode(request.encodedPath().replace("+", "%2B"), StandardCharsets.UTF_8);
        return new Call(request.method().name(), path, new TreeMap<>(request.rawQueryParameters()), headers, body,
                status);
    }

    Optional<String> header(String name) {
        return headers.getOrDefault(name, List.of()).stream().findFirst();
    }

    @Override
    public String toString() {
        return method + " " + path + " " + query.keySet() + " " + header("x-amz-target").orElse("") + " " + status;
    }
}
