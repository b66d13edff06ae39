package io.sluice.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whom the Java of a release's archive trusts: `build/release/authorities`, with this JDK, and with a JDK that is made
/// of a few files.
final class ReleaseAuthoritiesTest {
    private static final String PLACE = "lib/security/cacerts";

    @TempDir
    private Path folder = Path.of("");
    private Path target = Path.of("");
    private Path jdk = Path.of("");

    private record Ended(int status, String err) {}

    /// A JDK without jmods, whose records tell the hash of the publisher's list.
    @BeforeEach
    void pack() throws IOException, GeneralSecurityException {
        target = folder.resolve("target");
        jdk = folder.resolve("a jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Files.createDirectories(jdk.resolve(PLACE).getParent());
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR_VERSION=\"Some-25.0.1\"\n");
        String hash = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-512").digest("publisher's".getBytes(UTF_8)));
        Files.writeString(jdk.resolve("records"), """
                6|0|%s|lib/security/blocked.certs
                6|0|%s|%s
                """.formatted("0".repeat(hash.length()), hash, PLACE));
        Path jimage = Files.writeString(jdk.resolve("bin/jimage"), """
                #!/bin/sh
                mkdir "$3/runtimelink" && cp "${0%/bin/jimage}/records" "$3/runtimelink/fs_java.base_files"
                """);
        Files.setPosixFilePermissions(jimage, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Ended authorities(Path of, Path... list) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("bash", "../build/release/authorities", of.toString(), target.toString()));
        for (Path each : list) {
            command.add(each.toString());
        }
        Path err = folder.resolve("stderr");
        int status = new ProcessBuilder(command).redirectError(err.toFile()).start().waitFor();
        return new Ended(status, Files.readString(err));
    }

    @Test
    void thePublishersListIsTaken() throws IOException, InterruptedException {
        Files.writeString(jdk.resolve(PLACE), "publisher's");
        assertEquals(new Ended(0, ""), authorities(jdk));
        assertEquals("publisher's", Files.readString(target));
    }

    @Test
    void theMachinesListInItsPlaceIsRefusedByName() throws IOException, InterruptedException {
        Files.createSymbolicLink(jdk.resolve(PLACE), Files.writeString(folder.resolve("machine"), "machine's"));
        Ended ended = authorities(jdk);
        assertEquals(1, ended.status());
        assertTrue(ended.err().contains("that Some-25.0.1 was packed with are not here"), ended.err());
        assertTrue(ended.err().contains(jdk.resolve(PLACE) + " has not that SHA-512"), ended.err());
        assertTrue(ended.err().contains("--authorities"), ended.err());
        assertFalse(Files.exists(target));
    }

    @Test
    void theListMayLieElsewhere() throws IOException, InterruptedException {
        Files.writeString(jdk.resolve(PLACE), "machine's");
        assertEquals(new Ended(0, ""), authorities(jdk, Files.writeString(folder.resolve("unpacked"), "publisher's")));
        assertEquals("publisher's", Files.readString(target));
    }

    @Test
    void anotherListIsRefused() throws IOException, InterruptedException {
        Path other = Files.writeString(folder.resolve("other"), "another's");
        Ended ended = authorities(jdk, other);
        assertEquals(1, ended.status());
        assertTrue(ended.err().contains(other + " has not that SHA-512"), ended.err());
        assertFalse(Files.exists(target));
    }

    @Test
    void aJdkThatRecordsNoListIsRefused() throws IOException, InterruptedException {
        Files.writeString(jdk.resolve("records"), "");
        Files.writeString(jdk.resolve(PLACE), "machine's");
        Ended ended = authorities(jdk);
        assertEquals(1, ended.status());
        assertTrue(ended.err().contains("tell no hash of " + PLACE), ended.err());
    }

    /// Its own tools and its own records, or jmods. A package of a system may have put another list into it.
    @Test
    void thisJdkTellsWhichListIsItsPublishers() throws IOException, InterruptedException, GeneralSecurityException {
        Ended ended = authorities(Path.of(System.getProperty("java.home")));
        if (ended.status() == 0) {
            assertTrue(KeyStore.getInstance(target.toFile(), (char[]) null).size() > 0);
        } else {
            assertTrue(ended.err().contains("was packed with are not here (SHA-512 "), ended.err());
        }
    }
}
