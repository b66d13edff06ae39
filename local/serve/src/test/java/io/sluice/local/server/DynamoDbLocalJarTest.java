package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A release finds DynamoDB Local on the machine, or fetches it once; it never takes another jar for it.
final class DynamoDbLocalJarTest {
    private static final String FILE = "DynamoDBLocal-" + DynamoDbLocalJar.VERSION + ".jar";
    private static final String PATH = "software/amazon/dynamodb/DynamoDBLocal/" + DynamoDbLocalJar.VERSION + "/";

    @TempDir
    private Path folder = Path.of("");

    /// The jar that this build took from Maven.
    private static Path real() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(each -> each.endsWith("/" + FILE)).map(Path::of).findFirst().orElseThrow();
    }

    private Path repositoryWith(byte[] jar) throws IOException {
        Path place = Files.createDirectories(folder.resolve("repository é").resolve(PATH));
        Files.write(place.resolve(FILE), jar);
        return folder.resolve("repository é");
    }

    private DynamoDbLocalJar jar(Path repository, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(
                Map.of("SLUICE_MAVEN_REPOSITORY", repository.toUri().toString(),
                        "SLUICE_CACHE", folder.resolve("cache").toString()));
        environment.putAll(more);
        return DynamoDbLocalJar.of(environment, Optional.of(folder.resolve("home")));
    }

    @Test
    void itIsFetchedOnceAndThenFound() throws IOException {
        DynamoDbLocalJar jar = jar(repositoryWith(Files.readAllBytes(real())), Map.of());
        List<String> told = new ArrayList<>();
        Path fetched = jar.locate(told::add);
        assertEquals(folder.resolve("cache").resolve(FILE), fetched);
        assertArrayEquals(Files.readAllBytes(real()), Files.readAllBytes(fetched));
        assertEquals(1, told.size());
        assertTrue(told.getFirst().contains("Amazon licenses it to you"), told.toString());
        assertEquals(fetched, jar.locate(told::add));
        assertEquals(1, told.size());
    }

    @Test
    void mavensLocalRepositoryIsLookedInBeforeItIsFetched() throws IOException {
        Path place = Files.createDirectories(folder.resolve("home/.m2/repository").resolve(PATH)).resolve(FILE);
        Files.copy(real(), place);
        Path copy = jar(folder.resolve("nowhere"), Map.of()).locate(told -> assertEquals("", told));
        assertEquals(folder.resolve("cache").resolve(FILE), copy);
        Files.delete(copy);
        Files.delete(folder.resolve("cache"));
        Files.createFile(folder.resolve("cache"));
        assertEquals(place, jar(folder.resolve("nowhere"), Map.of()).locate(told -> assertEquals("", told)));
    }

    @Test
    void aHalfWrittenOneIsReplaced() throws IOException {
        byte[] whole = Files.readAllBytes(real());
        Path cached = Files.createDirectories(folder.resolve("cache")).resolve(FILE);
        Files.write(cached, Arrays.copyOf(whole, whole.length / 2));
        assertEquals(cached, jar(repositoryWith(whole), Map.of()).locate(_ -> {}));
        assertArrayEquals(whole, Files.readAllBytes(cached));
    }

    @Test
    void anotherJarIsRefusedWhereverItComesFrom() throws IOException {
        byte[] damaged = Files.readAllBytes(real());
        damaged[damaged.length / 2] ^= 1;
        Path repository = repositoryWith(damaged);
        var failure = assertThrows(JobFailedException.class, () -> jar(repository, Map.of()).locate(_ -> {}));
        assertTrue(failure.getMessage().contains("its SHA-256 is "), failure.getMessage());
        assertFalse(Files.exists(folder.resolve("cache")));
        Path other = Files.write(folder.resolve("other.jar"), damaged);
        var refused = assertThrows(UsageException.class,
                () -> jar(repository, Map.of("SLUICE_DYNAMODB_LOCAL", other.toString())).locate(_ -> {}));
        assertTrue(refused.getMessage().startsWith("SLUICE_DYNAMODB_LOCAL names " + other), refused.getMessage());
    }

    @Test
    void whatCannotBeFetchedIsNamedWithTheRemedy() {
        for (String repository : List.of(folder.resolve("nowhere").toUri().toString(), "http://127.0.0.1:1",
                "no url")) {
            var jar = DynamoDbLocalJar.of(Map.of("SLUICE_MAVEN_REPOSITORY", repository), Optional.empty());
            var failure = assertThrows(JobFailedException.class, () -> jar.locate(_ -> {}));
            assertTrue(failure.getMessage().contains(repository.replaceFirst("/+$", "")), failure.getMessage());
            assertTrue(failure.getMessage().contains("name a Maven repository by SLUICE_MAVEN_REPOSITORY"),
                    failure.getMessage());
        }
    }

    @Test
    void whereNothingCanBeKeptTheProcessHasOneOfItsOwn() throws IOException {
        Path repository = repositoryWith(Files.readAllBytes(real()));
        Path file = Files.createFile(folder.resolve("no folder"));
        List<String> told = new ArrayList<>();
        Path jar = jar(repository, Map.of("SLUICE_CACHE", file.toString())).locate(told::add);
        assertArrayEquals(Files.readAllBytes(real()), Files.readAllBytes(jar));
        assertTrue(told.getLast().startsWith("warning: DynamoDB Local can't be kept as " + file), told.toString());
        Files.delete(jar);
        assertEquals(Optional.empty(), DynamoDbLocalJar.of(Map.of("XDG_CACHE_HOME", "relative"), Optional.empty())
                .cache());
    }

    @Test
    void ofSeveralThatFetchItAtOnceEachHasItWhole() throws IOException {
        DynamoDbLocalJar jar = jar(repositoryWith(Files.readAllBytes(real())), Map.of());
        List<CompletableFuture<Path>> all = IntStream.range(0, 4)
                .mapToObj(_ -> CompletableFuture.supplyAsync(() -> jar.locate(_ -> {}))).toList();
        for (CompletableFuture<Path> each : all) {
            assertEquals(folder.resolve("cache").resolve(FILE), each.join());
        }
        try (Stream<Path> left = Files.list(folder.resolve("cache"))) {
            assertEquals(1, left.count());
        }
    }
}
