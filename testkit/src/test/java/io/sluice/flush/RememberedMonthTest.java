package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What it costs to remember folded batches does not grow with how many they are. Three days by default; a month in
/// which ten million are remembered at once takes `-Dremembered.days=30 -Dremembered.batches=1000
/// -Dremembered.hours=168`, and some minutes.
@Tag("long")
final class RememberedMonthTest {
    private static final int HOURS = Integer.getInteger("remembered.hours", 26);

    /// Of the store's objects on the heap besides.
    private static final int HEAP_MEGABYTES = 512;

    @Test
    void memoryBytesAndRequestsOfARunStayAsTheyAre() throws IOException, InterruptedException {
        List<Map<String, Long>> days = days(Integer.getInteger("remembered.days", 3),
                Integer.getInteger("remembered.batches", 100));
        Map<String, Long> first = days.get(HOURS / 24);
        Map<String, Long> last = days.getLast();
        long remembered = HOURS * 60L * Integer.getInteger("remembered.batches", 100);
        assertTrue(cost(last, "remembered") >= remembered, last::toString);
        assertTrue(cost(last, "remembered") < remembered + remembered / 10 + 100_000, last::toString);
        for (String cost : List.of("manifestMost", "bytes", "bytesMost", "requests", "requestsMost")) {
            long most = cost(first, cost) + cost(first, cost) / 5;
            assertTrue(cost(last, cost) <= most, () -> cost + ": " + first + ", " + last);
        }
        assertTrue(cost(last, "heapBeside") < 64 << 20, last::toString);
    }

    private static long cost(Map<String, Long> day, String name) {
        return Objects.requireNonNull(day.get(name), name);
    }

    private static List<Map<String, Long>> days(int days, int batches) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + HEAP_MEGABYTES + "m",
                "-cp", System.getProperty("java.class.path"), RememberedMonth.class.getName(), days + "", batches + "",
                HOURS + "").redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        System.out.print(output);
        return output.lines().filter(line -> line.startsWith("day=")).map(line -> Arrays.stream(line.split(" "))
                .collect(Collectors.toMap(each -> each.substring(0, each.indexOf('=')),
                        each -> Long.parseLong(each.substring(each.indexOf('=') + 1)))))
                .toList();
    }
}
