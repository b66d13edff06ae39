package io.sluice.registrar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.config.IcebergSection;
import io.sluice.iceberg.Bucket;
import io.sluice.objects.StoreException;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// How a function speaks to a catalog behind REST, with a secret of Secrets Manager. One server is both.
final class DeployedCatalogTest {
    private static final String ARN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:catalog-a1b2c3";
    private static final TableIdentifier NAME = TableIdentifier.of("sluice", "orders");
    private static final String NO_TABLE = """
            {"error": {"message": "no such table", "type": "NoSuchTableException", "code": 404}}""";

    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final List<String> requests = new ArrayList<>();
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final String uri = "http://127.0.0.1:" + server.getAddress().getPort();
    private String secret = "s3cr3t-token\n";
    private boolean isAuthorized = true;

    DeployedCatalogTest() throws IOException {}

    @BeforeEach
    void start() {
        System.setProperty("aws.accessKeyId", "of");
        System.setProperty("aws.secretAccessKey", "lambda");
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
        server.stop(0);
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String by = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String path = exchange.getRequestURI().getRawPath();
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI()
                + (by.startsWith("AWS4") ? " signed" : " " + by)
                + (path.endsWith("tokens") ? " " + body : ""));
        boolean refused = path.contains("tables") && !isAuthorized;
        String text = switch (path) {
            case "/" -> "{\"SecretString\":\"" + secret.replace("\n", "\\n") + "\"}";
            case "/c/v1/config" -> "{\"defaults\": {}, \"overrides\": {\"prefix\": \"w1\"}}";
            case "/c/v1/oauth/tokens" ->
                "{\"access_token\": \"granted\", \"token_type\": \"bearer\", \"expires_in\": 3600}";
            default -> refused ? NO_TABLE.replace("404", "401").replace("NoSuchTable", "NotAuthorized") : NO_TABLE;
        };
        byte[] bytes = text.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        int status = refused ? 401 : path.contains("tables") ? 404 : 200;
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
        if (!head) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private Catalog open(Optional<String> secretArn) {
        return new DeployedCatalog(new IcebergSection.Rest(uri + "/c", Optional.of("s3://lake/w"), secretArn),
                Map.of("SLUICE_SECRETSMANAGER_ENDPOINT", uri, "AWS_REGION", "eu-west-1"), http)
                .open(new Bucket("s3://lake/", new MemoryObjectStore(() -> Instant.EPOCH)));
    }

    @Test
    void aTokenIsSentAsItIs() {
        open(Optional.of(ARN)).tableExists(NAME);
        assertEquals(List.of("POST / signed",
                "GET /c/v1/config?warehouse=s3%3A%2F%2Flake%2Fw Bearer s3cr3t-token",
                "GET /c/v1/w1/namespaces/sluice/tables/orders?snapshots=all Bearer s3cr3t-token"), requests);
    }

    @Test
    void aClientsCredentialsAreExchangedForATokenFirst() {
        secret = "client:hush";
        open(Optional.of(ARN)).tableExists(NAME);
        assertTrue(requests.get(1).startsWith("POST /c/v1/oauth/tokens "), requests::toString);
        assertTrue(requests.get(1).contains("client_id=client") && requests.get(1).contains("client_secret=hush"),
                requests::toString);
        assertTrue(requests.getLast().endsWith(" Bearer granted"), requests::toString);
    }

    @Test
    void withoutASecretNobodyIsAsked() {
        open(Optional.empty()).tableExists(NAME);
        assertEquals(List.of("GET /c/v1/config?warehouse=s3%3A%2F%2Flake%2Fw null",
                "GET /c/v1/w1/namespaces/sluice/tables/orders?snapshots=all null"), requests);
    }

    @Test
    void aRefusalIsNoTableThatIsMissing() {
        Catalog catalog = open(Optional.of(ARN));
        isAuthorized = false;
        assertThrows(NotAuthorizedException.class, () -> catalog.loadTable(NAME));
    }

    @Test
    void aSecretThatCannotBeReadIsToldByItsArn() {
        server.stop(0);
        assertTrue(String.valueOf(assertThrows(StoreException.class, () -> open(Optional.of(ARN))).getMessage())
                .contains(ARN));
    }
}
