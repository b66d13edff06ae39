package io.sluice.local.runtime;

import static io.sluice.local.runtime.DeployedJar.FLUSH;
import static io.sluice.local.runtime.DeployedJar.RUNTIME;
import static io.sluice.local.runtime.DeployedJar.TIMEOUT;
import static io.sluice.local.runtime.DeployedJar.TRANSFORM;
import static io.sluice.local.runtime.DeployedJar.configuration;
import static io.sluice.local.runtime.DeployedJar.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.testkit.runtime.ExecutionEnvironment.Initialization;
import io.sluice.testkit.runtime.InvocationOutcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a deployed function does on AWS and not against servers of ours: it finds credentials where SnapStart has them,
/// and AWS's endpoints by their region. The SDK's code for it is in the deployed jar.
@Tag("long")
final class OnAwsTest {
    private static final String KEYS = "{\"AccessKeyId\":\"AKIA\",\"SecretAccessKey\":\"key\",\"Token\":\"token\","
            + "\"Expiration\":\"2099-01-01T00:00:00Z\"}";

    @SuppressWarnings("NullAway.Init")
    private static DeployedJar jar;

    @BeforeAll
    static void deploy(@TempDir Path folder) throws IOException {
        jar = DeployedJar.unpacked(folder);
    }

    /// A function that is restored has no keys in its environment, only where to ask for them. A proxy sees where it
    /// wants to go then, and lets it go nowhere.
    @ParameterizedTest
    @CsvSource({"us-east-1,s3.us-east-1.amazonaws.com:443", "eu-central-1,s3.eu-central-1.amazonaws.com:443",
            "cn-north-1,s3.cn-north-1.amazonaws.com.cn:443", "us-gov-west-1,s3.us-gov-west-1.amazonaws.com:443"})
    void keysAreAskedForWhereSnapStartHasThemAndRequestsGoToTheRegionsEndpoints(String region, String s3)
            throws Exception {
        var keysAsked = new AtomicInteger();
        try (var keys = Answering.start(exchange -> {
            keysAsked.incrementAndGet();
            return exchange.getRequestHeaders().getFirst("Authorization").equals("secret") ? KEYS : "{}";
        });
                var proxy = ClosedProxy.start()) {
            var variables = Map.of("SLUICE_CONFIG", configuration("stream.json"), "SLUICE_STAGING_BUCKET", "staging",
                    "SLUICE_INDEX_TABLE", "index", "AWS_REGION", region, "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                    "http://127.0.0.1:" + keys.port() + "/keys", "AWS_CONTAINER_AUTHORIZATION_TOKEN", "secret");
            var runtime = RUNTIME.with("-Dhttps.proxyHost=127.0.0.1").with("-Dhttps.proxyPort=" + proxy.port());
            for (var each : Map.of(TRANSFORM, event("firehose-direct-put.json"), FLUSH, "{}".getBytes(UTF_8))
                    .entrySet()) {
                try (var function = jar.start(runtime, each.getKey(), variables, Initialization.ON_DEMAND)) {
                    var failed = assertInstanceOf(InvocationOutcome.Failed.class,
                            function.invoke(each.getValue(), TIMEOUT));
                    assertTrue(failed.json().contains("Unable to tunnel through proxy"), failed.json());
                }
            }
            assertEquals(2, keysAsked.get());
            assertEquals(Set.of("staging." + s3, s3.replace("s3.", "dynamodb.")), proxy.asked());
        }
    }

    /// An HTTP server with one answer.
    private record Answering(HttpServer server) implements AutoCloseable {
        @FunctionalInterface
        interface Answer {
            String to(HttpExchange exchange);
        }

        static Answering start(Answer answer) throws IOException {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                try (exchange) {
                    var body = answer.to(exchange).getBytes(UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                }
            });
            server.start();
            return new Answering(server);
        }

        int port() {
            return server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
