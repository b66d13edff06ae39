package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sluice verify` over a folder that was compacted: what readers of the view see is held against the input.
@Tag("long")
final class VerifyCompactedTest {
    private static final int RECORDS = 60;

    @TempDir
    private Path folder = Path.of("");
    private String config = "";
    private Path input = Path.of("");

    @BeforeEach
    void deliver() throws IOException {
        config = configuration("\"Compaction\":{\"Prefix\":\"large/\"},");
        List<String> records = Files.readAllLines(SmallQuakes.FILE).stream()
                .filter(line -> line.contains("\"net\":\"ak\"") || line.contains("\"net\":\"uw\"")).limit(RECORDS)
                .toList();
        SmallQuakes.deliver(bucket(), records);
        input = Files.write(folder.resolve("input.ndjson"), records);
    }

    private Path bucket() {
        return folder.resolve("out").resolve("quakes");
    }

    private String configuration(String sluice) throws IOException {
        String text = Files.readString(SmallQuakes.FILE.resolveSibling("stream.json")).replace("\"Sluice\": {",
                "\"Sluice\": {" + sluice);
        return Files.writeString(folder.resolve("stream.json"), text).toString();
    }

    private void compact(String minutes) {
        Outcome compacted = Cli.run("compact", "--config", config, "--out", folder.resolve("out").toString(),
                "--keep-minutes", minutes);
        assertEquals(0, compacted.status(), compacted.toString());
    }

    private Outcome verify() {
        return Cli.run("verify", "--config", config, "--out", folder.resolve("out").toString(), "--input",
                input.toString());
    }

    private void assertAgrees() {
        Outcome verified = verify();
        assertEquals(0, verified.status(), verified.toString());
        assertTrue(verified.out().contains(RECORDS + " records accepted = " + RECORDS + " delivered"),
                verified.toString());
    }

    private void assertFound(String... lines) {
        Outcome verified = verify();
        assertEquals(1, verified.status(), verified.toString());
        for (String line : lines) {
            assertTrue(verified.out().contains(line), line + " is missing in\n" + verified);
        }
    }

    private Path large(String partition) throws IOException {
        try (Stream<Path> files = Files.list(bucket().resolve("large").resolve(partition))) {
            return files.filter(file -> file.toString().endsWith(".gz")).findFirst().orElseThrow();
        }
    }

    @Test
    void everyRecordIsThereOnceBeforeDuringAndAfterTheGrace() {
        assertAgrees();
        compact("60");
        assertAgrees();
        compact("0");
        assertAgrees();
    }

    @Test
    void anObjectThatCameLateCounts() throws IOException {
        Path removed = bucket().resolve("net=ak/date=2018-02-01");
        List<Path> objects;
        try (Stream<Path> files = Files.list(removed)) {
            objects = files.sorted().toList();
        }
        byte[] late = Files.readAllBytes(objects.getFirst());
        Files.delete(objects.getFirst());
        compact("60");
        assertFound("lost: ");
        Files.write(objects.getFirst(), late);
        assertAgrees();
        compact("0");
        assertAgrees();
    }

    @Test
    void whatTheViewReadsTwiceIsDoubled() throws IOException {
        compact("0");
        Path view = bucket().resolve("views/quakes_all.sql");
        String text = Files.readString(view).stripTrailing();
        Files.writeString(view, text + text.substring(text.lastIndexOf("\nUNION ALL\n")) + "\n");
        assertFound("doubled: ");
    }

    @Test
    void aRecordThatIsLackingInALargeObjectIsLost() throws IOException {
        compact("60");
        Path object = large("net=ak/date=2018-02-01");
        List<String> lines = lines(object);
        lines.removeFirst();
        SmallQuakes.write(object, lines);
        assertFound("lost: ", "belongs under net=ak/date=2018-02-01/");
    }

    @Test
    void anObjectThatIsGoneIsLostThoughItsSourcesAreStillThere() throws IOException {
        compact("60");
        Files.delete(large("net=uw/date=2018-02-01"));
        assertFound("lost: ", "belongs under net=uw/date=2018-02-01/");
    }

    @Test
    void aRecordThatIsThereTwiceIsDoubled() throws IOException {
        compact("0");
        Path object = large("net=ak/date=2018-02-01");
        List<String> lines = lines(object);
        lines.add(lines.getFirst());
        SmallQuakes.write(object, lines);
        assertFound("doubled: ");
    }

    @Test
    void aSourceThatTheViewReadsBesideWhatItWasJoinedToIsDoubled() throws IOException {
        compact("0");
        List<String> lines = lines(large("net=ak/date=2018-02-01"));
        SmallQuakes.put(bucket(), "net=ak/date=2018-02-01", 99_999, lines.subList(0, 2));
        assertFound("doubled: ");
    }

    @Test
    void anObjectInAnotherFolderIsMisplaced() throws IOException {
        compact("0");
        Path object = large("net=ak/date=2018-02-01");
        Files.move(object, bucket().resolve("large/net=uw/date=2018-02-01").resolve(object.getFileName()));
        assertFound("misplaced: large/net=uw/date=2018-02-01/", "belongs under net=ak/date=2018-02-01/");
    }

    @Test
    void whatOthersPutThereAndNamesThatNoCompactionGivesAreForeign() throws IOException {
        compact("0");
        Path object = large("net=ak/date=2018-02-01");
        Files.copy(object, object.resolveSibling("copy.gz"));
        Files.copy(object, object.resolveSibling(object.getFileName().toString().replace("-00-00-00-", "-00-00-01-")));
        assertFound("foreign: large/net=ak/date=2018-02-01/copy.gz", "foreign: large/net=ak/date=2018-02-01/quakes-1");
    }

    /// What a round that was given up left behind is read by nobody.
    @Test
    void objectsOfRoundsThatTheViewDoesNotReadAreLeftOut() throws IOException {
        compact("0");
        Path object = large("net=ak/date=2018-02-01");
        Files.copy(object, object.resolveSibling(object.getFileName().toString().replace("-C1.", "-C7.")));
        assertAgrees();
    }

    @Test
    void aFolderThatCannotBeJudgedIsRefusedByName() throws IOException {
        compact("60");
        Path view = bucket().resolve("views/quakes_all.sql");
        String text = Files.readString(view);
        Files.writeString(view, text.replace("NOT IN (", "IN ("));
        Outcome refused = verify();
        assertEquals(2, refused.status(), refused.toString());
        assertTrue(refused.err().contains("the view lists those that it reads"), refused.err());
        Files.writeString(view, text + " LIMIT 5");
        assertTrue(verify().err().contains("the view's text is not a compaction's"), "another text");
        Files.writeString(view, text);
        Files.write(bucket().resolve("large/any.parquet"), new byte[4]);
        assertTrue(verify().err().contains("text was compacted into Parquet"), "Parquet");
    }

    /// Where the time of arrival makes the folders, the day in a name is all that tells it.
    @Test
    void foldersOfArrivalAreThoseOfTheDayInTheName() throws IOException {
        config = configuration("\"Compaction\":{\"Prefix\":\"large/\",\"AfterDays\":0},");
        String text = Files.readString(Path.of(config)).replace("/date=!{partitionKeyFromQuery:date}/",
                "/!{timestamp:yyyy/MM/dd/HH}/").replace(",date:(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))", "");
        Files.writeString(Path.of(config), text);
        Path out = folder.resolve("hours");
        Path small = out.resolve("quakes");
        List<String> lines = Files.readAllLines(SmallQuakes.FILE).stream()
                .filter(line -> line.contains("\"net\":\"ak\"")).limit(6).toList();
        assertEquals(6, lines.size());
        Path some = Files.write(folder.resolve("some.ndjson"), lines);
        for (int hour = 3; hour < 5; hour++) {
            Path at = Files.createDirectories(small.resolve("net=ak/2018/02/01/0" + hour));
            for (int i = 0; i < 3; i++) {
                SmallQuakes.write(at.resolve("quakes-1-2018-02-01-0" + hour + "-10-0" + i
                        + "-00000000-0000-8000-8000-00000000000" + i + ".gz"),
                        List.of(lines.get((hour - 3) * 3 + i)));
            }
        }
        String[] verify = {"verify", "--config", config, "--out", out.toString(), "--input", some.toString()};
        assertEquals(0, Cli.run(verify).status(), Cli.run(verify).toString());
        assertEquals(0,
                Cli.run("compact", "--config", config, "--out", out.toString(), "--keep-minutes", "0").status());
        assertEquals(0, Cli.run(verify).status(), Cli.run(verify).toString());
        Path made = small.resolve("large/net=ak/2018/02/01/03");
        Files.createDirectories(small.resolve("large/net=ak/2018/02/02"));
        Files.move(made, small.resolve("large/net=ak/2018/02/02/03"));
        assertEquals(1, Cli.run(verify).status(), Cli.run(verify).toString());
    }

    @Test
    void aStreamThatConvertsIsJudgedRowByRow() throws IOException {
        String text = Files.readString(SmallQuakes.FILE.resolveSibling("parquet.json")).replace("\"Sluice\": {",
                "\"Sluice\": { \"Compaction\": {\"Prefix\":\"large/\",\"SortBy\":[\"id\"]},");
        config = Files.writeString(folder.resolve("parquet.json"), text).toString();
        Path out = folder.resolve("rows");
        String[] run = {"run", "--config", config, "--input", input.toString(), "--out", out.toString()};
        assertEquals(0, Cli.run(run).status());
        String[] compact = {"compact", "--config", config, "--out", out.toString(), "--keep-minutes", "0"};
        assertEquals(0, Cli.run(compact).status(), Cli.run(compact).toString());
        String[] verify = {"verify", "--config", config, "--input", input.toString(), "--out", out.toString()};
        assertEquals(0, Cli.run(verify).status(), Cli.run(verify).toString());
        Path large = out.resolve("quakes").resolve("large");
        Path one;
        Path other;
        try (Stream<Path> files = Files.walk(large)) {
            List<Path> objects = files.filter(file -> file.toString().endsWith("-C1.parquet")).sorted().toList();
            assertEquals(4, objects.size());
            one = objects.getFirst();
            other = objects.getLast();
        }
        Files.copy(one, other, StandardCopyOption.REPLACE_EXISTING);
        Outcome found = Cli.run(verify);
        assertEquals(1, found.status(), found.toString());
        assertTrue(found.out().contains("lost: ") && found.out().contains("altered: large/net=uw/"), found.out());
    }

    private List<String> lines(Path object) {
        String key = bucket().relativize(object).toString();
        return new ArrayList<>(Objects.requireNonNull(Delivered.lines(bucket()).get(key)));
    }
}
