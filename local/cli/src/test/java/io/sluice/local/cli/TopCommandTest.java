package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.serve.Serve;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopCommandTest {
    @Test
    void onePlainPictureOfARunningServer(@TempDir Path out) {
        try (Serve serve = LocalServer.start(out)) {
            Outcome outcome = Cli.run("top", "--once", "--every", "0", "--columns", "80", "--url",
                    serve.uri().toString());
            assertEquals(0, outcome.status(), outcome.toString());
            assertEquals("", outcome.err());
            assertEquals(serve.uri() + "  ok  0 streams\n"
                    + "stream               rec/s      B/s  records  pending  pend. B  objects   oldest\n",
                    outcome.out());
        }
    }

    @Test
    void whereNoServerAnswersThatIsSaid() throws IOException {
        String url;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = "http://127.0.0.1:" + free.getLocalPort();
        }
        Outcome outcome = Cli.run("top", "--once", "--url", url);
        assertEquals(1, outcome.status(), outcome.toString());
        assertTrue(outcome.err().startsWith("sluice: No ./sluice serve answers at " + url + ": "), outcome.err());
        assertTrue(outcome.err().contains("start one, or name its URL with --url"), outcome.err());
        assertEquals("", outcome.out());
    }

    @ParameterizedTest
    @CsvSource({"200,is not ./sluice serve", "404,answers /metrics with status 404"})
    void anotherServerIsNoSluice(int status, String message) throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        other.start();
        try {
            Outcome outcome = Cli.run("top", "--once", "--url", "http://127.0.0.1:" + other.getAddress().getPort());
            assertEquals(1, outcome.status(), outcome.toString());
            assertTrue(outcome.err().contains(message), outcome.err());
        } finally {
            other.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource({"--url localhost:4573,--url localhost:4573 can't be asked", "--every -1,--every must be",
            "--every NaN,--every must be", "--ca nowhere.pem,The certificate in nowhere.pem can't be read"})
    void whatCannotBeAskedIsRefused(String arguments, String message) {
        Outcome outcome = Cli.run(("top --once " + arguments).split(" "));
        assertEquals(2, outcome.status(), outcome.toString());
        assertTrue(outcome.err().contains(message), outcome.err());
    }
}
