package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.RangedBytes;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.parquet.ParquetRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sample, streamed by date only as Parquet, is repartitioned by network and date as JSON.
final class ParquetSourceTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");

    @TempDir
    private Path folder = Path.of("");

    @Tag("long")
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

    /// The other way round: streamed by date as JSON, moved to network and date as Parquet, from Parquet too.
    @Tag("long")
    @Test
    void everyRecordIsMovedIntoParquetOnce() throws IOException {
        Path byDate = configuration("stream.json", text -> text.replace("net=!{partitionKeyFromQuery:net}/", "raw/")
                .replace("{net:.properties.net,date:", "{date:").replace("\"quakes\",", "\"quakes-streamed\","));
        Outcome streamed = Cli.run("run", "--config", byDate.toString(), "--input",
                EVENTS.resolve("earthquakes.ndjson").toString(), "--out", folder.resolve("out").toString());
        assertEquals(0, streamed.status(), streamed.toString());
        Path toParquet = configuration("parquet.json", UnaryOperator.identity());
        Outcome outcome = Cli.run("repartition", "--config", toParquet.toString(), "--from", "raw/", "--out",
                folder.resolve("out").toString(), "--json", "--remove-source");
        assertEquals(0, outcome.status(), outcome.toString());
        assertEquals(1_707, outcome.json().path("records").asInt());
        assertTrue(outcome.json().path("removed").asInt() > 0, outcome.toString());
        assertEquals(1_707, rowsUnder("net="));
        assertEquals(0, Cli.run("repartition", "--config", toParquet.toString(), "--from", "raw/", "--out",
                folder.resolve("out").toString()).status());
        assertEquals(1_707, rowsUnder("net="));
    }

    private long rowsUnder(String prefix) throws IOException {
        var rows = new ParquetRows();
        long count = 0;
        try (var files = Files.walk(folder.resolve("out/quakes"))) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(each -> folder.resolve("out/quakes").relativize(each).toString().startsWith(prefix))
                    .toList()) {
                byte[] bytes = Files.readAllBytes(file);
                count += rows.count(file.toString(), new RangedBytes() {
                    @Override
                    public long length() {
                        return bytes.length;
                    }

                    @Override
                    public byte[] read(long offset, int length) {
                        return Arrays.copyOfRange(bytes, (int) offset, (int) offset + length);
                    }
                });
            }
        }
        return count;
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
