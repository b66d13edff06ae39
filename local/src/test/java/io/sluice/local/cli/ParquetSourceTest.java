package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sample, streamed by date only as Parquet, is repartitioned by network and date as JSON.
final class ParquetSourceTest {
    private static final Path EVENTS = Path.of("..", "events", "quakes");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyRowIsMovedOnceAndTheFilesGo() throws IOException {
        streamByDate();
        Path byNetwork = configuration("stream.json", text -> text.replace(
                "(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))", ".properties.time[0:10]"));
        Outcome outcome = Cli.run("repartition", "--config", byNetwork.toString(), "--from", "raw/", "--out",
                folder.resolve("out").toString(), "--json", "--remove-source");
        assertEquals(0, outcome.status(), outcome.toString());
        assertEquals(1_707, outcome.json().path("records").asInt());
        List<String> moved = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        Delivered.lines(folder.resolve("out/quakes")).forEach((key, lines) -> {
            if (key.startsWith("net=")) {
                keys.add(key);
                moved.addAll(lines);
            }
        });
        assertEquals(1_707, moved.size());
        assertEquals(78, keys.size());
        assertTrue(moved.stream().allMatch(line -> line.startsWith("{\"id\":\"") && line.contains("\"net\":\"")));
        try (var left = Files.walk(folder.resolve("out/quakes"))) {
            assertTrue(left.filter(Files::isRegularFile).noneMatch(file -> file.toString().endsWith(".parquet")));
        }
    }

    private void streamByDate() throws IOException {
        Path byDate = configuration("parquet.json", text -> text.replace("net=!{partitionKeyFromQuery:net}/", "raw/")
                .replace("{net:.properties.net,date:", "{date:")
                .replace("tsunami:tinyint", "net:string,tsunami:tinyint")
                .replace("\"DeliveryStreamName\": \"quakes\"", "\"DeliveryStreamName\": \"quakes-streamed\""));
        Outcome streamed = Cli.run("run", "--config", byDate.toString(), "--input",
                EVENTS.resolve("earthquakes.ndjson").toString(), "--out", folder.resolve("out").toString());
        assertEquals(0, streamed.status(), streamed.toString());
    }

    private Path configuration(String name, UnaryOperator<String> change) throws IOException {
        return Files.writeString(folder.resolve(name), change.apply(Files.readString(EVENTS.resolve(name))));
    }
}
