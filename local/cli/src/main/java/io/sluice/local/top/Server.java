package io.sluice.local.top;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A running `./sluice serve`, asked over HTTP.
public final class Server implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int OK = 200;

    private final String url;
    private final HttpClient http;

    private Server(String url, HttpClient http) {
        this.url = url;
        this.http = http;
    }

    /// @param authority whose certificates to trust, in a PEM file; empty: those that the platform trusts
    /// @throws UsageException when the URL is none, or the file no certificate
    public static Server at(String url, Optional<Path> authority) {
        try {
            URI uri = URI.create(url);
            if (uri.getHost() == null || !("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                throw new IllegalArgumentException("it is no http:// or https:// URL");
            }
        } catch (IllegalArgumentException e) {
            throw new UsageException("--url " + url + " can't be asked: " + e.getMessage());
        }
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
        authority.ifPresent(file -> builder.sslContext(trusting(file)));
        return new Server(url.replaceFirst("/+$", ""), builder.build());
    }

    private static SSLContext trusting(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry("authority", certificate);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new UsageException("The certificate in " + file + " can't be read: " + e.getMessage());
        }
    }

    public String url() {
        return url;
    }

    /// @throws JobFailedException when no server answers, or another one than Sluice's
    public ServerFigures figures() {
        try {
            return ServerFigures.parse(get("/metrics"));
        } catch (IllegalArgumentException e) {
            throw new JobFailedException("What answers at " + url + " is not ./sluice serve; name its URL with --url",
                    e);
        }
    }

    /// Returns the troubles of the server: what does not go on there.
    ///
    /// @throws JobFailedException when no server answers, or another one than Sluice's
    public List<String> troubles() {
        try {
            return new ObjectMapper().readTree(get("/health")).path("troubles").valueStream()
                    .map(trouble -> trouble.asText()).toList();
        } catch (IOException e) {
            throw new JobFailedException("What answers at " + url + " is not ./sluice serve; name its URL with --url",
                    e);
        }
    }

    private String get(String path) {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(url + path)).timeout(PATIENCE).build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new JobFailedException("The server at " + url + " answers " + path + " with status "
                        + answer.statusCode() + ": " + answer.body().lines().findFirst().orElse(""));
            }
            return answer.body();
        } catch (IOException e) {
            throw new JobFailedException("No ./sluice serve answers at " + url + ": " + cause(e)
                    + "; start one, or name its URL with --url", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobFailedException("Interrupted while asking " + url, e);
        }
    }

    private static String cause(IOException e) {
        if (e instanceof ConnectException && e.getMessage() == null) {
            return "nothing listens there";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
