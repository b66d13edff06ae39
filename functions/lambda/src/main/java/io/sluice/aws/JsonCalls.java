package io.sluice.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;

/// Calls of one operation of a service that speaks AWS JSON, each sent once; nothing of a call is in a message but
/// what the service says. Safe for concurrent use.
public final class JsonCalls {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;
    private static final int THROTTLED = 429;
    /// The names that services give it: `ThrottlingException`, `RequestThrottled`.
    private static final Pattern THROTTLING = Pattern.compile("(?i).*throttl.*|.*LimitExceeded.*");

    private final SignedCalls calls;
    private final Operation operation;
    private final Region region;
    private final URI server;

    /// An operation of a service.
    ///
    /// @param service     by which it is signed for and found
    /// @param target      `X-Amz-Target`
    /// @param contentType of the service's version of AWS JSON
    /// @param subject     what is called, for messages
    /// @param remedy      what to look at when it is refused, for messages
    /// @param unanswered  what it means that no answer came
    public record Operation(String service, String target, String contentType, String subject, String remedy,
            StoreException.Kind unanswered) {}

    /// An answer of the service.
    public sealed interface Answer {}

    /// The answer of a call that was carried out.
    public record Done(JsonNode body) implements Answer {}

    /// The answer of a call that was not carried out, as far as its service knows.
    ///
    /// @param error   as the service calls it, such as `EntityNotFoundException`; empty where it gives none
    /// @param isLater whether it may be carried out when it is sent again later
    /// @param why     the call, the status, the error, and the remedy where there is one
    public record Failed(int status, String error, boolean isLater, String why) implements Answer {}

    /// @param endpoint another endpoint than AWS's own
    public JsonCalls(SdkHttpClient http, AwsCredentialsProvider credentials, Operation operation, Region region,
            Optional<URI> endpoint) {
        this.calls = new SignedCalls(http, credentials);
        this.operation = operation;
        this.region = region;
        this.server = endpoint.orElseGet(() -> SignedCalls.server(operation.service(), region));
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /// @throws StoreException when no answer came, or one that is none of success
    JsonNode call(ObjectNode body) {
        return switch (ask(body)) {
            case Done(var answer) -> answer;
            case Failed failed -> throw new StoreException(
                    failed.isLater ? StoreException.Kind.UNAVAILABLE : StoreException.Kind.REFUSED, failed.why);
        };
    }

    /// @throws StoreException when no answer came
    public Answer ask(ObjectNode body) {
        SdkHttpRequest request = SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(server).encodedPath("/")
                .putHeader("X-Amz-Target", operation.target()).putHeader("Content-Type", operation.contentType())
                .build();
        try {
            SignedCalls.Reply reply = calls.send(request, operation.service(), region, JSON.writeValueAsBytes(body));
            return reply.status() == OK ? new Done(JSON.readTree(reply.body())) : failure(reply);
        } catch (IOException | SdkException e) {
            throw new StoreException(operation.unanswered(), operation.subject() + ": " + e.getMessage(), e);
        }
    }

    private Failed failure(SignedCalls.Reply reply) {
        JsonNode answer = answer(reply.body());
        // Some services put their own name before it.
        String error = answer.path("__type").asText().replaceFirst(".*#", "");
        String why = answer.isMissingNode()
                ? "without a reason"
                : error + " " + answer.path("message").asText(answer.path("Message").asText());
        boolean later = reply.status() >= SERVER_ERROR || reply.status() == THROTTLED
                || THROTTLING.matcher(why).matches();
        return new Failed(reply.status(), error, later, operation.subject() + ": HTTP " + reply.status() + " " + why
                + (later ? "" : "; " + operation.remedy()));
    }

    private static JsonNode answer(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }
}
