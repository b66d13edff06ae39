package io.sluice.local.server;

import io.sluice.encoding.Digests;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The jar of DynamoDB Local on this machine. Its licence lets nobody but Amazon hand it on, so that no release has it
/// in it (ADR 0032): it is found in a cache or in Maven's local repository, or fetched once from a Maven repository.
/// Whatever the place, it is the one of [#SHA256].
///
/// @param named      the jar that the user names, which is then the only place
/// @param cache      where it is kept once fetched; empty: nowhere, so that it is fetched by each process
/// @param others     where it may lie besides
/// @param repository a Maven repository's address, without a slash at its end
record DynamoDbLocalJar(Optional<Path> named, Optional<Path> cache, List<Path> others, String repository) {
    static final String VERSION = "3.3.1";
    /// Of the jar as it is in Maven's central repository.
    static final String SHA256 = "41a32e0a840a1fa375d7b3955e60d4b1db94c423ef9e14a43ee9b4cf9c2fb536";
    private static final int BYTES = 5_664_607;
    private static final String FILE = "DynamoDBLocal-" + VERSION + ".jar";
    private static final String IN_REPOSITORY = "software/amazon/dynamodb/DynamoDBLocal/" + VERSION + "/" + FILE;
    private static final String CENTRAL = "https://repo.maven.apache.org/maven2";
    private static final int CONNECT_MILLIS_MAX = 20_000;
    private static final int READ_MILLIS_MAX = 60_000;
    private static final String NAMED = "SLUICE_DYNAMODB_LOCAL";
    private static final String REPOSITORY = "SLUICE_MAVEN_REPOSITORY";

    DynamoDbLocalJar {
        others = List.copyOf(others);
    }

    /// The places that the environment's variables name: `SLUICE_DYNAMODB_LOCAL` the jar, `SLUICE_MAVEN_REPOSITORY` an
    /// address, `SLUICE_CACHE` or else `XDG_CACHE_HOME` a folder.
    ///
    /// @param home the user's, when there is one
    static DynamoDbLocalJar of(Map<String, String> environment, Optional<Path> home) {
        Optional<Path> cache = folder(environment, "SLUICE_CACHE")
                .or(() -> folder(environment, "XDG_CACHE_HOME").or(() -> home.map(each -> each.resolve(".cache")))
                        .map(each -> each.resolve("sluice")));
        String repository = environment.getOrDefault(REPOSITORY, CENTRAL);
        return new DynamoDbLocalJar(Optional.ofNullable(environment.get(NAMED)).map(Path::of),
                cache.map(each -> each.resolve(FILE)),
                home.map(each -> each.resolve(".m2/repository").resolve(IN_REPOSITORY)).stream().toList(),
                repository.replaceFirst("/+$", ""));
    }

    private static Optional<Path> folder(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(each -> !each.isEmpty()).map(Path::of)
                .filter(Path::isAbsolute);
    }

    /// The jar, which is fetched when it is in none of the places.
    ///
    /// @param notices told before it is fetched
    /// @throws UsageException     when the jar that the user names is not there, or is another one
    /// @throws JobFailedException when it can't be fetched
    Path locate(Consumer<String> notices) {
        if (named.isPresent()) {
            if (!isIt(named.get())) {
                throw new UsageException(NAMED + " names " + named.get() + ", which is not " + FILE + " (SHA-256 "
                        + SHA256 + "); name that jar, or unset the variable to have it fetched");
            }
            return named.get();
        }
        return cache.filter(DynamoDbLocalJar::isIt)
                .or(() -> others.stream().filter(DynamoDbLocalJar::isIt).findFirst().map(this::copied))
                .orElseGet(() -> fetch(notices));
    }

    /// A copy in the cache, where the launcher of a release looks for it; or `other` itself.
    private Path copied(Path other) {
        try {
            return cache.isPresent() ? kept(Files.readAllBytes(other), cache.get()) : other;
        } catch (IOException e) {
            return other; // As good; the next start is a little longer.
        }
    }

    private static boolean isIt(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) == BYTES
                    && sha256(Files.readAllBytes(file)).equals(SHA256);
        } catch (IOException e) {
            return false; // What can't be read is not the jar: another place is looked at, or a message names this one.
        }
    }

    private Path fetch(Consumer<String> notices) {
        String address = repository + "/" + IN_REPOSITORY;
        notices.accept("fetching DynamoDB Local " + VERSION + ", 6 MB, once, from " + address
                + "; Amazon licenses it to you: https://aws.amazon.com/dynamodb/dynamodblocallicense/");
        byte[] jar = download(address);
        String sum = sha256(jar);
        if (!sum.equals(SHA256)) {
            throw new JobFailedException(address + " is not DynamoDB Local " + VERSION + ": its SHA-256 is " + sum
                    + ", not " + SHA256 + "; " + remedy());
        }
        return keep(jar, notices);
    }

    private byte[] download(String address) {
        try {
            URLConnection connection = URI.create(address).toURL().openConnection();
            connection.setConnectTimeout(CONNECT_MILLIS_MAX);
            connection.setReadTimeout(READ_MILLIS_MAX);
            try (InputStream body = connection.getInputStream()) {
                return body.readNBytes(BYTES + 1);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new JobFailedException("DynamoDB Local, which holds the index on this machine, can't be fetched from "
                    + address + ": " + e + "; " + remedy(), e);
        }
    }

    private static String remedy() {
        return "name a Maven repository by " + REPOSITORY + ", or the file " + FILE + " by " + NAMED;
    }

    /// Keeps the jar, or, where nothing can be kept, puts it into a file that goes with this process.
    private Path keep(byte[] jar, Consumer<String> notices) {
        if (cache.isPresent()) {
            try {
                return kept(jar, cache.get());
            } catch (IOException e) {
                notices.accept("warning: DynamoDB Local can't be kept as " + cache.get() + ": " + e
                        + "; it is fetched each time. SLUICE_CACHE names another folder");
            }
        }
        try {
            Path file = Files.createTempFile("sluice-", "-" + FILE);
            file.toFile().deleteOnExit();
            return Files.write(file, jar);
        } catch (IOException e) {
            throw new JobFailedException("DynamoDB Local can't be written to the folder for temporary files, "
                    + System.getProperty("java.io.tmpdir") + ": " + e + "; set TMPDIR or SLUICE_CACHE to a folder that"
                    + " this user may write to", e);
        }
    }

    /// Writes the file in one step: another process that looks for it finds it whole, or not.
    private static Path kept(byte[] jar, Path place) throws IOException {
        Path folder = place.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException(place + " is no place for a file");
        }
        Files.createDirectories(folder);
        Path part = Files.createTempFile(folder, FILE, ".part");
        try {
            Files.write(part, jar);
            return Files.move(part, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(Digests.sha256().digest(bytes));
    }
}
