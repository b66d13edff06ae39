package io.sluice.local.serve.endpoint;

import io.sluice.local.JobFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A certificate of the server's own, and that of the authority that signed it. The authority's key is gone once it has
/// signed.
///
/// @param keys      the server's key and certificate
/// @param authority the file that clients are to trust, PEM
public record Tls(KeyStore keys, String password, Path authority) {
    private static final String STORE = "server.p12";
    private static final String AUTHORITY = "ca.pem";
    /// The file's permissions guard the key; the format wants a password.
    private static final String PASSWORD = "sluice-serve";
    private static final String DAYS = "3650";
    private static final int LINE_CHARS = 64;
    private static final int SECONDS_MAX = 60;

    /// The one kept in `folder`, which is made at the first call.
    ///
    /// @param names host names that the certificate is for, beside those of loopback
    /// @throws JobFailedException when it can't be made or read
    public static Tls in(Path folder, Set<String> names) {
        Path store = folder.resolve(STORE);
        try {
            if (!Files.exists(store)) {
                make(folder, names);
            }
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                keys.load(in, PASSWORD.toCharArray());
            }
            if (!keys.isKeyEntry("server")) {
                throw new JobFailedException(broken(store, "it has no key"));
            }
            return new Tls(keys, PASSWORD, folder.resolve(AUTHORITY));
        } catch (IOException | GeneralSecurityException e) {
            throw new JobFailedException(broken(store, String.valueOf(e.getMessage())), e);
        }
    }

    private static String broken(Path store, String why) {
        return "The certificate in " + store + " can't be used: " + why + "; delete its folder, and a new one is made";
    }

    private static void make(Path folder, Set<String> names) throws IOException, GeneralSecurityException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Path work = Files.createTempDirectory(folder, "making-");
        Path store = work.resolve(STORE);
        List<String> pairs = List.of("-keyalg", "RSA", "-keysize", "2048", "-validity", DAYS);
        keytool(store, join(List.of("-genkeypair", "-alias", "ca", "-dname", "CN=Sluice serve", "-ext", "bc:c=ca:true",
                "-ext", "ku:c=keyCertSign,cRLSign"), pairs));
        keytool(store, join(List.of("-genkeypair", "-alias", "server", "-dname", "CN=localhost"), pairs));
        Path request = work.resolve("request.pem");
        Path answer = work.resolve("answer.pem");
        keytool(store, List.of("-certreq", "-alias", "server", "-file", request.toString()));
        keytool(store, List.of("-gencert", "-alias", "ca", "-rfc", "-validity", DAYS, "-ext", san(names), "-ext",
                "eku=serverAuth", "-infile", request.toString(), "-outfile", answer.toString()));
        keytool(store, List.of("-importcert", "-alias", "server", "-file", answer.toString()));
        writeAuthority(store, folder.resolve(AUTHORITY));
        keytool(store, List.of("-delete", "-alias", "ca"));
        Files.delete(request);
        Files.delete(answer);
        Files.move(store, folder.resolve(STORE));
        Files.delete(work);
    }

    private static String san(Set<String> names) {
        List<String> all = new ArrayList<>(List.of("dns:localhost", "ip:127.0.0.1"));
        names.forEach(name -> all.add("dns:" + name));
        return "san=" + String.join(",", all);
    }

    private static List<String> join(List<String> first, List<String> second) {
        List<String> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    private static void writeAuthority(Path store, Path to) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        try {
            byte[] certificate = keys.getCertificate("ca").getEncoded();
            Files.writeString(to, "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(LINE_CHARS, new byte[]{'\n'}).encodeToString(certificate)
                    + "\n-----END CERTIFICATE-----\n");
        } catch (CertificateEncodingException e) {
            throw new IOException(e);
        }
    }

    /// The JDK's own tool: there is no API for it.
    private static void keytool(Path store, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool")
                .toString()));
        command.addAll(arguments);
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD,
                "-noprompt"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("keytool failed: " + said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool ran", e);
        }
    }

    /// Names no password.
    @Override
    public String toString() {
        return "Tls[" + authority + "]";
    }
}
