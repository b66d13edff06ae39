package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.JobFailedException;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import io.sluice.local.serve.endpoint.Tls;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {
    /// Fluent Bit speaks nothing else.
    @Tag("long")
    @Test
    void aClientThatTrustsThePrintedAuthorityPutsRecords(@TempDir Path out) throws Exception {
        ServeSettings plain = Served.settings(out, DeliberateFaults.NONE, 1);
        var settings = new ServeSettings(plain.out(), List.of(), plain.address(), 0, ServeSettings.Security.TLS,
                Set.of(),
                plain.keys(), plain.journalBytes(), 1, plain.faults(), plain.reset(), plain.outside());
        try (Served served = Served.on(settings);
                HttpClient http = HttpClient.newBuilder()
                        .sslContext(trusting(served.serve().tls().orElseThrow().authority())).build()) {
            String create = Served.JSON.createObjectNode().put("DeliveryStreamName", "s")
                    .set("ExtendedS3DestinationConfiguration", Served.JSON.createObjectNode()
                            .put("RoleARN", "arn:aws:iam::123456789012:role/r").put("BucketARN", "arn:aws:s3:::data")
                            .put("CompressionFormat", "GZIP").put("Prefix", "all/"))
                    .toString();
            assertEquals(200, send(http, served, "CreateDeliveryStream", create).statusCode());
            String data = Base64.getEncoder().encodeToString("line\n".getBytes(StandardCharsets.UTF_8));
            HttpResponse<String> answer = send(http, served, "PutRecordBatch",
                    "{\"DeliveryStreamName\":\"s\",\"Records\":[{\"Data\":\"" + data + "\"}]}");
            assertTrue(answer.body().contains("\"FailedPutCount\":0"), answer.body());
        }
    }

    private static HttpResponse<String> send(HttpClient http, Served served, String operation, String body)
            throws Exception {
        return http.send(SignedRequest.of(served.uri(), operation, body, Map.of(), Duration.ZERO).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static SSLContext trusting(Path authority) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(authority)) {
            trusted.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    @Tag("long")
    @Test
    void aCertificateStaysAndADamagedOneIsNamed(@TempDir Path folder) throws Exception {
        Tls first = Tls.in(folder, Set.of("firehose"));
        Tls second = Tls.in(folder, Set.of());
        assertEquals(first.keys().getCertificate("server"), second.keys().getCertificate("server"));
        assertEquals(1, first.keys().size(), "the authority's key is gone");
        Files.write(folder.resolve("server.p12"), new byte[]{1, 2, 3});
        var broken = assertThrows(JobFailedException.class, () -> Tls.in(folder, Set.of()));
        assertTrue(String.valueOf(broken.getMessage()).contains("server.p12"), String.valueOf(broken.getMessage()));
    }
}
