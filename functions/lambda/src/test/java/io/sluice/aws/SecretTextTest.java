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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

final class SecretTextTest {
    private static final String ARN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:keys-a1b2c3";

    private final List<String> requests = new ArrayList<>();
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final AnsweringServer server = new AnsweringServer(this::answer);
    private int status = 200;
    private String answer = "{\"ARN\":\"" + ARN + "\",\"SecretString\":\"AKIA1 hush\\n\"}";

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String signature = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath() + " "
                + exchange.getRequestHeaders().getFirst("X-Amz-Target") + " "
                + new String(exchange.getRequestBody().readAllBytes(), UTF_8) + " "
                + signature.replaceAll("\\d{8}/", "").split(",", 2)[0]);
        byte[] body = answer.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private SecretText secret() {
        return new SecretText(http, ARN, Optional.of(server.uri()),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "key")));
    }

    @Test
    void theTextIsAskedForByTheSecretsArnInItsRegion() {
        assertEquals("AKIA1 hush\n", secret().get());
        assertEquals(List.of("POST / secretsmanager.GetSecretValue {\"SecretId\":\"" + ARN + "\"}"
                + " AWS4-HMAC-SHA256 Credential=id/eu-west-1/secretsmanager/aws4_request"), requests);
    }

    @Test
    void aRefusalIsToldWithTheServicesReason() {
        status = 400;
        answer = "{\"__type\":\"AccessDeniedException\",\"Message\":\"no policy allows it\"}";
        var refused = assertThrows(StoreException.class, () -> secret().get());
        assertEquals(StoreException.Kind.REFUSED, refused.kind());
        assertEquals(
                "GetSecretValue " + ARN + ": HTTP 400 AccessDeniedException no policy allows it; check the secret's"
                        + " ARN, and that its reader may GetSecretValue",
                refused.getMessage());
    }

    @Test
    void aServiceThatIsDownIsUnavailable() {
        status = 503;
        answer = "<html>";
        assertEquals(StoreException.Kind.UNAVAILABLE,
                assertThrows(StoreException.class, () -> secret().get()).kind());
        server.close();
        assertEquals(StoreException.Kind.UNAVAILABLE,
                assertThrows(StoreException.class, () -> secret().get()).kind());
    }

    @Test
    void aBinarySecretIsRefused() {
        answer = "{\"SecretBinary\":\"aHVzaA==\"}";
        assertTrue(String.valueOf(assertThrows(StoreException.class, () -> secret().get()).getMessage())
                .endsWith("it is binary, and is to be text"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"keys", "arn:aws:s3:::keys", "arn:aws:secretsmanager:eu-west-1:123456789012:secret:"})
    void anArnOfNoSecretIsRefused(String arn) {
        assertThrows(IllegalArgumentException.class, () -> new SecretText(http, arn, Optional.empty()));
    }
}
