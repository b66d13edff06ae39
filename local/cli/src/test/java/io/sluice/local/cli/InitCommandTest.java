package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What init proposes for samples of different shapes, and that it is taken all the way: check, run, verify.
final class InitCommandTest {
    private static final Path QUAKES = Path.of("..", "..", "events", "quakes", "earthquakes.ndjson");

    @TempDir
    private Path folder = Path.of("");

    private Path sample(String name, int records, IntFunction<String> record) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            lines.add(record.apply(i));
        }
        return Files.write(folder.resolve(name), lines);
    }

    private Outcome init(Path sample, String... options) {
        List<String> arguments = new ArrayList<>(List.of("init", "--input", sample.toString()));
        arguments.addAll(List.of(options));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private static String prefix(Outcome init) throws IOException {
        assertEquals(0, init.status(), init.err());
        return init.json().path("ExtendedS3DestinationConfiguration").path("Prefix").asText();
    }

    /// Through check, run and verify in a folder of its own; gives the run's report.
    private Outcome taken(Outcome init, Path sample, String... options) throws IOException {
        assertEquals(0, init.status(), init.err());
        Path config = Files.writeString(folder.resolve("stream.json"), init.out());
        Outcome check = Cli.run("check", "--config", config.toString());
        assertEquals(0, check.status(), check.out());
        List<String> arguments = new ArrayList<>(List.of("--config", config.toString(), "--input", sample.toString(),
                "--out", folder.resolve("out").toString()));
        arguments.addAll(List.of(options));
        arguments.addFirst("run");
        arguments.add("--json");
        Outcome run = Cli.run(arguments.toArray(String[]::new));
        assertEquals(0, run.status(), run.err());
        arguments.set(0, "verify");
        Outcome verify = Cli.run(arguments.toArray(String[]::new));
        assertEquals(0, verify.status(), verify.out() + verify.err());
        return run;
    }

    @Test
    void theEarthquakesAreDividedByAFieldOfFewValuesAndTheDayOfTheirTime() throws IOException {
        Outcome init = init(QUAKES);
        assertEquals("net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:date}/", prefix(init), init.err());
        assertEquals("earthquakes", init.json().path("DeliveryStreamName").asText());
        assertTrue(init.err().contains("the day of properties.time"), init.err());
        assertTrue(init.err().contains("id has too many values for a key"), init.err());
        Outcome run = taken(init, QUAKES);
        assertEquals(1_707, run.json().path("recordsDelivered").asInt());
    }

    @Test
    void theEarthquakesAsParquetHaveTheColumnsOfTheSample() throws IOException {
        Outcome init = init(QUAKES, "--keys", "net,properties.time", "--parquet", "--stream", "quakes");
        assertEquals("net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:date}/", prefix(init));
        Outcome run = taken(init, QUAKES);
        assertEquals(1_707, run.json().path("recordsDelivered").asInt());
        assertEquals(0, run.json().path("recordsRejected").asInt());
    }

    @Test
    void timesAreKnownInEachOfTheirForms() throws IOException {
        for (Map.Entry<String, String> form : Map.of("\"2026-01-0%dT10:00:00.123Z\"", ".at[0:10]",
                "\"2026-01-0%d\"", ".at[0:10]", "176722560%d", "(.at|strftime(\"%Y-%m-%d\"))",
                "176722560%d123", "(.at/1000|strftime(\"%Y-%m-%d\"))",
                "\"176722560%d\"", "(.at|tonumber|strftime(\"%Y-%m-%d\"))",
                "\"176722560%d123\"", "((.at|tonumber)/1000|strftime(\"%Y-%m-%d\"))").entrySet()) {
            Path sample = sample("in.ndjson", 50,
                    i -> "{\"at\":" + form.getKey().formatted(1 + i % 9) + ",\"id\":" + i + "}");
            Outcome init = init(sample);
            assertEquals("date=!{partitionKeyFromQuery:date}/", prefix(init), form.getKey());
            assertTrue(init.out().contains(new ObjectMapper().writeValueAsString("{date:" + form.getValue() + "}")),
                    init.out());
        }
    }

    @Test
    void idsAreNamedAndNoKeysAndFieldsThatAreMissingAreNamed() throws IOException {
        Path sample = sample("orders.v2.ndjson", 1_000,
                i -> "{\"order\":{\"id\":\"o-" + i + "\",\"region\":\"" + "nsew".charAt(i % 4) + "\"},"
                        + (i % 10 == 0 ? "" : "\"shop\":\"s" + i % 3 + "\",") + "\"price\":" + i + ".5}");
        Outcome init = init(sample);
        assertEquals("region=!{partitionKeyFromQuery:region}/", prefix(init));
        assertTrue(init.err().contains("no key: order.id has too many values for a key (1,000 in 1,000 records)"),
                init.err());
        assertTrue(init.err().contains("no key: shop is missing in 100 records"), init.err());
        assertEquals("orders", init.json().path("DeliveryStreamName").asText());
        assertEquals(1_000, taken(init, sample).json().path("recordsDelivered").asInt());
        Outcome chosen = init(sample, "--keys", "shop,region");
        assertEquals("shop=!{partitionKeyFromQuery:shop}/region=!{partitionKeyFromQuery:region}/", prefix(chosen));
        assertTrue(chosen.err().contains("100 records of 1,000 have no shop and would be rejected"), chosen.err());
    }

    @Test
    void namesAndValuesThatAreOddAreTakenAllTheWay() throws IOException {
        Path sample = sample("odd.ndjson", 60,
                i -> "{\"käse \\\"x\\\"\":{\"a b\":\"v/" + i % 3 + "\"},\"n\":" + i + "}");
        Outcome init = init(sample);
        assertEquals("a_b=!{partitionKeyFromQuery:a_b}/", prefix(init));
        assertEquals("percent", init.json().path("Sluice").path("KeyEncoding").asText());
        assertEquals(60, taken(init, sample).json().path("recordsDelivered").asInt());
    }

    /// As a table of a decade, of which a few things happened each day.
    @Test
    void monthsOrYearsAreTheKeyWhereDaysHaveFewRecordsEach() throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            lines.append("{\"when\":\"%s\",\"kind\":\"%s\"}\n".formatted(LocalDate.EPOCH.plusDays(i / 4),
                    i % 3 == 0 ? "one" : "other"));
        }
        Path sample = Files.writeString(folder.resolve("decade.ndjson"), lines);
        Outcome few = init(sample);
        assertEquals("kind=!{partitionKeyFromQuery:kind}/month=!{partitionKeyFromQuery:month}/", prefix(few));
        assertTrue(few.out().contains("month:.when[0:7]"), few.out());
        JsonNode month = few.json().path("Sluice").path("Table").path("Keys").path("month");
        assertEquals("{\"Type\":\"date\",\"Format\":\"yyyy-MM\",\"Range\":[\"1970-01\",\"NOW+1DAYS\"]}",
                month.toString());
        Files.writeString(sample, lines.toString().repeat(2));
        assertEquals("kind=!{partitionKeyFromQuery:kind}/date=!{partitionKeyFromQuery:date}/", prefix(init(sample)));
    }

    @Test
    void datesAsPeopleWriteThemAreDays() throws IOException {
        for (Map.Entry<String, String> form : Map.of("%2$d/%1$d/2026", "(.d|strptime(\\\"%m/%d/%Y\\\")",
                "%1$d/%2$d/2026", "(.d|strptime(\\\"%d/%m/%Y\\\")", "2026/%2$02d/%1$02d",
                "(.d|strptime(\\\"%Y/%m/%d\\\")", "%1$d.%2$d.2026", "(.d|strptime(\\\"%d.%m.%Y\\\")", "Jun %1$d 2026",
                "(.d|strptime(\\\"%b %d %Y\\\")").entrySet()) {
            Path sample = sample("in.ndjson", 100, i -> "{\"d\":\"" + form.getKey().formatted(10 + i % 10, 6) + "\"}");
            Outcome init = init(sample);
            assertEquals("date=!{partitionKeyFromQuery:date}/", prefix(init), form.getKey());
            assertTrue(init.out().contains(form.getValue() + "|strftime(\\\"%Y-%m-%d\\\")"), init.out());
        }
        taken(init(folder.resolve("in.ndjson")), folder.resolve("in.ndjson"));
    }

    @Test
    void aTimeHasAnotherNameThanTheFieldsOfTheRecords() throws IOException {
        Path sample = sample("in.ndjson", 50, i -> "{\"date\":\"2026-01-0" + (1 + i % 3) + "T10:00:00Z\"}");
        assertEquals("date_day=!{partitionKeyFromQuery:date_day}/", prefix(init(sample)));
    }

    @Test
    void measuresAreNoKeys() throws IOException {
        Path sample = Files.writeString(folder.resolve("weather.csv"), "precipitation,temp_min,kind\n"
                + "0.0,-5,rain\n0.5,-4,sun\n".repeat(30));
        Outcome init = init(sample);
        assertEquals("kind=!{partitionKeyFromQuery:kind}/", prefix(init));
        assertTrue(init.err().contains("no key: precipitation is a measure"), init.err());
        assertTrue(init.err().contains("no key: temp_min is a measure"), init.err());
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheData() throws IOException {
        Path sample = Files.writeString(folder.resolve("in.ndjson"), "\uFEFF"
                + "{\"customer\":\"c1\",\"n\":1}\n{\"customer\":\"c2\",\"n\":2}\n".repeat(20));
        Outcome init = init(sample);
        assertEquals("customer=!{partitionKeyFromQuery:customer}/", prefix(init));
        assertEquals(40, taken(init, sample).json().path("recordsDelivered").asInt());
    }

    /// As the elements of an array whose brackets were left behind.
    @Test
    void linesThatRunRejectsAreNoSample() throws IOException {
        Path sample = sample("in.ndjson", 50, i -> "{\"kind\":\"" + "ab".charAt(i % 2) + "\"},");
        Outcome init = init(sample);
        assertEquals(2, init.status(), init.out());
        assertTrue(init.err().replaceAll("\\s+", " ").contains("remove them, for example with sed 's/,$//'"),
                init.err());
        Files.writeString(sample, Files.readString(sample).replaceAll("(?m),$", ""));
        assertEquals(50, taken(init(sample), sample).json().path("recordsDelivered").asInt());
    }

    /// As CloudTrail and GeoJSON have their records, on one line or over many.
    @ParameterizedTest
    @ValueSource(strings = {"{\"Records\":[%s]}\n", "{\"type\":\"x\",\"Records\":[\n%s\n],\"more\":1}\n"})
    void recordsInAnArrayOfADocumentAreReadWithTheOptionThatInitNames(String document) throws IOException {
        String elements = "{\"kind\":\"a\"},\n{\"kind\":\"b\"},\n".repeat(2_000).strip().replaceAll(",$", "");
        Path sample = Files.writeString(folder.resolve("in.json"), document.formatted(elements));
        Outcome init = init(sample);
        assertTrue(init.err().replaceAll("\\s+", " ").contains("the sample is read with --records-at '.Records[]'"),
                init.err());
        assertEquals("kind=!{partitionKeyFromQuery:kind}/", prefix(init));
        assertEquals(4_000, taken(init, sample, "--records-at", ".Records[]").json().path("recordsDelivered").asInt());
    }

    @Test
    void documentsWithOtherThingsThanAnArrayAreRecords() throws IOException {
        Path sample = sample("in.ndjson", 50, i -> "{\"kind\":\"" + "ab".charAt(i % 2)
                + "\",\"customer\":\"somebody or other\",\"items\":[{\"sku\":1},{\"sku\":2}]}");
        Outcome init = init(sample);
        assertFalse(init.err().contains("--records-at"), init.err());
        assertEquals(50, taken(init, sample).json().path("recordsDelivered").asInt());
    }

    @Test
    void someRecordsThatRunRejectsAreCountedWithTheReason() throws IOException {
        Path sample = sample("in.ndjson", 50,
                i -> "{\"kind\":\"" + "ab".charAt(i % 2) + "\"}" + (i % 10 == 0 ? "," : ""));
        Outcome init = init(sample);
        assertTrue(
                init.err().replaceAll("\\s+", " ").contains("warning: 5 of the sample's 50 records would be rejected,"
                        + " the first because: Non JSON record provided"),
                init.err());
        assertEquals(5, taken(init, sample).json().path("recordsRejected").asInt());
    }

    @Test
    void documentsOfSeveralLinesAreDeliveredAsOneEach() throws IOException {
        Path sample = sample("in.json", 40, i -> "{\n  \"kind\": \"" + "ab".charAt(i % 2) + "\",\n  \"n\": [1,\n2]\n}");
        Outcome init = init(sample);
        assertEquals("json-lines", init.json().path("Sluice").path("Transformer").asText());
        taken(init, sample);
        List<String> delivered = new ArrayList<>();
        Delivered.lines(folder.resolve("out")).entrySet().stream().filter(each -> each.getKey().contains("kind="))
                .map(Map.Entry::getValue).forEach(delivered::addAll);
        assertEquals(40, delivered.size());
        assertEquals("{ \"kind\": \"a\", \"n\": [1, 2] }", delivered.stream().sorted().findFirst().orElseThrow());
        Outcome plain = Cli.run("run", "--config", Files.writeString(folder.resolve("plain.json"), init.out()
                .replace("\"Transformer\" : \"json-lines\",", "")).toString(), "--input", sample.toString(), "--out",
                folder.resolve("plain").toString());
        assertTrue(plain.err().replaceAll("\\s+", " ").contains("set Sluice.Transformer to json-lines"), plain.err());
    }

    @Test
    void aSampleThatIsNoUtf8IsRefusedWithTheCommandThatConvertsIt() throws IOException {
        Path sample = Files.writeString(folder.resolve("in.csv"), "city,n\nK\u00f6ln,1\nOslo,2\n", ISO_8859_1);
        Outcome init = init(sample);
        assertEquals(2, init.status());
        assertTrue(init.err().replaceAll("\\s+", " ").contains("iconv -f ISO-8859-1 -t UTF-8"), init.err());
    }

    @Test
    void aSampleWithoutKeysIsDividedByArrival() throws IOException {
        Path sample = sample("x.ndjson", 20, i -> "{\"id\":" + i + "}");
        Outcome init = init(sample);
        assertEquals("date=!{timestamp:yyyy-MM-dd}/", prefix(init));
        assertEquals(20, taken(init, sample).json().path("recordsDelivered").asInt());
    }

    @Test
    void rowsAndArraysAreRecognisedAndTheOptionIsNamed() throws IOException {
        Path csv = Files.writeString(folder.resolve("a.csv"),
                "kind,when\n" + "x,2026-01-01\ny,2026-01-02\n".repeat(20), UTF_8);
        Outcome init = init(csv);
        assertEquals("kind=!{partitionKeyFromQuery:kind}/date=!{partitionKeyFromQuery:date}/", prefix(init));
        assertTrue(init.err().contains("the sample is read with --input-format csv"), init.err());
        assertEquals(40, taken(init, csv, "--input-format", "csv").json().path("recordsDelivered").asInt());
        Path array = Files.writeString(folder.resolve("a.json"),
                "[" + "{\"kind\":\"x\"},{\"kind\":\"y\"},".repeat(20) + "{\"kind\":\"z\"}]", UTF_8);
        assertTrue(init(array).err().contains("--input-format json-array"), init(array).err());
    }

    @Test
    void whatCannotBeIsSaidAndNothingIsWritten() throws IOException {
        Path sample = sample("x.ndjson", 20, i -> "{\"id\":" + i + "}");
        Path config = folder.resolve("stream.json");
        assertEquals(0, init(sample, "--out", config.toString()).status());
        String written = Files.readString(config);
        Outcome again = init(sample, "--out", config.toString());
        assertEquals(2, again.status());
        assertTrue(again.err().contains("is there already"), again.err());
        assertEquals(written, Files.readString(config));
        Outcome unknown = init(sample, "--keys", "nobody");
        assertEquals(2, unknown.status());
        assertTrue(unknown.err().contains("at 'nobody'; it has id"), unknown.err());
        Outcome text = init(sample("y", 3, i -> "text " + i));
        assertEquals(2, text.status());
        assertFalse(text.err().contains("internal"), text.err());
        Outcome name = init(sample, "--stream", "no good");
        assertEquals(2, name.status());
        assertTrue(name.err().contains("DeliveryStreamName"), name.err());
        assertEquals("", unknown.out() + text.out() + name.out());
    }

    private Outcome interactive(String answers, String... options) {
        List<String> arguments = new ArrayList<>(List.of("init", "--interactive", "--input", QUAKES.toString()));
        arguments.addAll(List.of(options));
        return Cli.run(answers.getBytes(UTF_8), arguments.toArray(String[]::new));
    }

    @Test
    void emptyAnswersTakeWhatIsProposed() throws IOException {
        Outcome asked = interactive("\n\n\n\n\n\n\n");
        assertEquals(init(QUAKES).out(), asked.out());
        assertEquals(0, asked.status(), asked.err());
        for (String question : List.of("which of them [1]: ", "divide by net, ", "divide by date, ",
                "other fields to divide by",
                "prefix [net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:date}/]: ",
                "Parquet instead of lines? [y/N] ", "compression of the objects [GZIP]: ")) {
            assertTrue(asked.err().contains(question), asked::err);
        }
    }

    @Test
    void proposalsStandSideBySideWithTheFiguresOfThePlan() throws IOException {
        List<String> lines = init(QUAKES).err().lines().dropWhile(line -> !line.startsWith("side by side")).skip(1)
                .takeWhile(line -> line.startsWith("  ")).map(String::strip).toList();
        assertEquals(List.of("keys", "1", "2", "3", "4", "5"),
                lines.stream().map(line -> line.split("\\s+", 2)[0]).toList());
        assertEquals(List.of("properties.net,properties.time", "properties.time", "properties.net"),
                lines.subList(1, 4).stream().map(line -> line.split("\\s+", 3)[1]).toList());
        for (String line : lines.subList(1, 6)) {
            assertTrue(line.matches(".* (≥ )?[\\d,]+ +(≤ )?[\\d.]+ [kM]?B +(≥ )?\\$[\\d.]+"), line);
        }
        Path config = folder.resolve("arrival.json");
        Files.writeString(config, interactive("5\n\n\n\n\n").out());
        Outcome plan = Cli.run("plan", "--config", config.toString(), "--input", QUAKES.toString());
        String objects = lines.getLast().replaceAll(".*arrival +([\\d,]+) .*", "$1");
        assertTrue(plan.out().contains(" " + objects + " a day; on average"), objects + " in\n" + plan.out());
    }

    @Test
    void anotherProposalIsTakenByItsNumber() throws IOException {
        assertEquals("date=!{partitionKeyFromQuery:date}/", prefix(interactive("2\n\n\n\n\n\n")));
        assertEquals("date=!{timestamp:yyyy-MM-dd}/", prefix(interactive("5\n\n\n\n\n")));
    }

    @Test
    void keysThatTheUserNamesStandAlone() {
        assertFalse(init(QUAKES, "--keys", "net").err().contains("side by side"));
    }

    @Test
    void keysAreLeftAndOthersTaken() throws IOException {
        assertEquals("date=!{partitionKeyFromQuery:date}/magtype=!{partitionKeyFromQuery:magtype}/",
                prefix(interactive("\nn\nYES\nproperties.magType\n\n\n\n")));
        assertEquals("date=!{timestamp:yyyy-MM-dd}/", prefix(interactive("\nno\nN\n\n\n\n\n")));
    }

    @Test
    void aChosenPrefixIsTakenAndItsKeysAlone() throws IOException {
        Outcome asked = interactive("\n\n\n\nby/!{partitionKeyFromQuery:net}/\n\nSnappy\n");
        assertEquals("by/!{partitionKeyFromQuery:net}/", prefix(asked));
        assertFalse(asked.out().contains("date:"), asked::out);
        assertEquals("Snappy", asked.json().at("/ExtendedS3DestinationConfiguration/CompressionFormat").asText());
        Path sample = Files.copy(QUAKES, folder.resolve("quakes.ndjson"));
        taken(asked, sample);
    }

    @Test
    void anAnswerThatCannotBeUsedIsAskedAgain() throws IOException {
        Outcome asked = interactive("""
                9

                what
                y
                y
                nowhere
                net

                !{nothing}/
                x/!{partitionKeyFromQuery:gone}/

                n
                gzip

                """);
        assertEquals(init(QUAKES).out(), asked.out());
        for (String why : List.of("a number from 1 to 5", "y or n, or nothing",
                "no record of the sample has a text, number or boolean at"
                        + " 'nowhere'",
                "properties.net is among the keys already", "Must be of the form",
                "there is no key gone; there are [net, date]", "did you mean \"GZIP\"?")) {
            assertTrue(asked.err().contains(why), () -> why + " in\n" + asked.err());
        }
    }

    @Test
    void parquetIsAskedForAndProposedWhereItIsAskedForAlready() throws IOException {
        String parquet = interactive("\n\n\n\n\ny\n").out();
        assertEquals(init(QUAKES, "--parquet").out(), parquet);
        assertEquals(parquet, interactive("\n\n\n\n\n\n", "--parquet").out());
        assertEquals(init(QUAKES).out(), interactive("\n\n\n\n\nn\n\n", "--parquet").out());
    }

    @Tag("long")
    @Test
    void theEndOfTheInputAtAnyQuestionEndsItAndNothingIsWritten() {
        Path out = folder.resolve("stream.json");
        for (int answered = 0; answered < 7; answered++) {
            Outcome ended = interactive("\n".repeat(answered), "--out", out.toString());
            assertEquals(1, ended.status(), ended::toString);
            assertEquals("", ended.out());
            assertTrue(ended.err().contains("The input ended at a question, and nothing was written"), ended::err);
            assertFalse(Files.exists(out));
        }
        assertEquals(0, interactive("\n".repeat(7), "--out", out.toString()).status());
        assertTrue(Files.exists(out));
    }

    @Test
    void answersAndTheSampleCannotBothBeStandardInput() {
        Outcome refused = Cli.run(new byte[0], "init", "--interactive", "--input", "-");
        assertEquals(2, refused.status());
        assertTrue(refused.err().contains("--interactive reads answers from standard input"), refused::err);
    }
}
