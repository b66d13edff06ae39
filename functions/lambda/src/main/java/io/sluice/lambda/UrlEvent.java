package io.sluice.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Answer;
import io.sluice.api.HttpCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The event of a request to a function's URL, and the answer to it. Source: AWS Lambda, "Function URL request and
/// response payloads" (format 2.0).
final class UrlEvent {
    private static final ObjectMapper JSON = new ObjectMapper();

    private UrlEvent() {}

    /// The request, byte for byte.
    ///
    /// @throws IllegalArgumentException when the event is none of a URL
    static HttpCall read(InputStream in) throws IOException {
        JsonNode event = JSON.readTree(in);
        JsonNode http = event.path("requestContext").path("http");
        if (!http.path("method").isTextual()) {
            throw new IllegalArgumentException("the event is no request to a function's URL (payload format 2.0):"
                    + " this function takes nothing else");
        }
        Map<String, List<String>> headers = new HashMap<>();
        event.path("headers").properties()
                .forEach(
                        each -> headers.put(each.getKey().toLowerCase(Locale.ROOT), List.of(each.getValue().asText())));
        String body = event.path("body").asText("");
        return new HttpCall(http.path("method").asText(), event.path("rawPath").asText("/"),
                event.path("rawQueryString").asText(""), headers, event.path("isBase64Encoded").asBoolean()
                        ? Base64.getDecoder().decode(body)
                        : body.getBytes(StandardCharsets.UTF_8));
    }

    /// Writes an answer whose body is text.
    static void write(Answer answer, OutputStream out) throws IOException {
        ObjectNode event = JSON.createObjectNode();
        event.put("statusCode", answer.status());
        ObjectNode headers = event.putObject("headers").put("content-type", answer.contentType());
        answer.headers().forEach(headers::put);
        event.put("body", new String(answer.body(), StandardCharsets.UTF_8)).put("isBase64Encoded", false);
        JSON.writeValue(out, event);
    }
}
