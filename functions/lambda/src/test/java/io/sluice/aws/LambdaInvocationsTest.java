package io.sluice.aws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

final class LambdaInvocationsTest {
    private static final String ARN = "arn:aws:lambda:eu-west-1:123456789012:function:flush:live";

    private final List<String> requests = new ArrayList<>();
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final AnsweringServer server = new AnsweringServer(this::answer);
    private int status = 202;

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String signature = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath() + " "
                + exchange.getRequestHeaders().getFirst("X-Amz-Invocation-Type") + " "
                + new String(exchange.getRequestBody().readAllBytes(), UTF_8) + " "
                + signature.replaceAll("\\d{8}/", "").split(",", 2)[0]);
        exchange.sendResponseHeaders(status, -1);
    }

    private LambdaInvocations invocations() {
        return new LambdaInvocations(http, Optional.of(server.uri()),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")));
    }

    @Test
    void asksForTheFunctionAndDoesNotWait() {
        invocations().start(ARN, "{\"slice\":{}}".getBytes(UTF_8));
        assertEquals(
                List.of("POST /2015-03-31/functions/"
                        + "arn%3Aaws%3Alambda%3Aeu-west-1%3A123456789012%3Afunction%3Aflush%3Alive"
                        + "/invocations Event {\"slice\":{}} AWS4-HMAC-SHA256 "
                        + "Credential=key/eu-west-1/lambda/aws4_request"),
                requests);
    }

    @Test
    void whatLambdaDoesNotAcceptIsAFailureOfItsKind() {
        status = 403;
        StoreException denied = assertThrows(StoreException.class, () -> invocations().start(ARN, new byte[2]));
        assertEquals(StoreException.Kind.REFUSED, denied.kind());
        assertTrue(denied.getMessage().contains("HTTP 403; check that the function's policy"), denied.getMessage());
        status = 429;
        assertEquals(StoreException.Kind.UNAVAILABLE,
                assertThrows(StoreException.class, () -> invocations().start(ARN, new byte[2])).kind());
        server.close();
        assertEquals(StoreException.Kind.UNKNOWN,
                assertThrows(StoreException.class, () -> invocations().start(ARN, new byte[2])).kind());
    }

    @Test
    void onlyFunctionsAreStarted() {
        assertThrows(IllegalArgumentException.class, () -> invocations().start("flush", new byte[2]));
        assertEquals(List.of(), requests);
    }
}
