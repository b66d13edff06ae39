package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damage at rest to any file of a server's state: the start is refused by name, or what is missing is named, or
/// nothing is. `-Dserve.folders=N` says how many folders are damaged (6 unless told).
final class DamagedFolderTest {
    @Test
    void whateverFileIsDamagedNothingIsLessInSilence(@TempDir Path folder) throws Exception {
        Path whole = folder.resolve("whole");
        Set<String> taken = new HashSet<>();
        try (Served served = Served.on(whole)) {
            served.createByKey("s", "data");
            put(served, taken, 0, 30);
            served.post("/_sluice/flush");
            put(served, taken, 30, 60);
            // Staged, and not delivered.
            assertEquals(List.of(), served.serve().stop(Serve.AtEnd.STAGE));
        }
        Map<String, Integer> outcomes = new TreeMap<>();
        int wanted = Integer.getInteger("serve.folders", 6);
        for (int seed = 0; seed < wanted; seed++) {
            Path damaged = folder.resolve("damaged-" + seed);
            copy(whole, damaged);
            String outcome = outcome(damaged, damage(damaged.resolve(".sluice-serve"), new Random(seed)), taken);
            outcomes.merge(outcome, 1, Integer::sum);
        }
        System.out.println("damaged folders: " + outcomes);
    }

    private static void put(Served served, Set<String> taken, int from, int to) {
        for (int n = from; n < to; n++) {
            String text = "{\"k\":\"" + n % 3 + "\",\"n\":" + n + "}";
            served.client.putRecord(put -> put.deliveryStreamName("s").record(Served.record(text)));
            taken.add(text);
        }
    }

    private static String outcome(Path out, String damage, Set<String> taken) throws Exception {
        try (Served served = Served.on(out)) {
            JsonNode flushed = served.post("/_sluice/flush");
            Set<String> landed = new HashSet<>();
            served.lines("data").values().forEach(landed::addAll);
            boolean isNamed = flushed.path("status").asInt() != 200 || !served.warnings.isEmpty()
                    || !served.get("/health").contains("\"ok\"");
            assertTrue(isNamed || landed.equals(taken),
                    () -> damage + ": " + landed.size() + " of " + taken.size() + " landed, and nothing says so: "
                            + flushed);
            return landed.equals(taken) ? "all is there" : "less, and named";
        } catch (UsageException | JobFailedException | IllegalStateException e) {
            String file = damage.substring(0, damage.indexOf(' '));
            assertTrue(String.valueOf(e.getMessage()).contains(file.substring(file.lastIndexOf('/') + 1)),
                    () -> damage + ": " + e);
            return "refused, and named";
        }
    }

    private static String damage(Path state, Random random) throws IOException {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(state)) {
            files = tree.filter(Files::isRegularFile).sorted().toList();
        }
        Path file = files.get(random.nextInt(files.size()));
        byte[] bytes = Files.readAllBytes(file);
        String name = state.relativize(file) + " ";
        if (bytes.length == 0 || random.nextInt(5) == 0) {
            Files.delete(file);
            return name + "is deleted";
        }
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(3)) {
            case 0 -> bytes = Arrays.copyOf(bytes, at);
            case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            default -> random.nextBytes(bytes);
        }
        // The file stays the same one, with its attributes.
        Files.write(file, bytes);
        return name + "is damaged at " + at;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path each : tree.toList()) {
                Path copy = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(each, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }
}
