package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.StreamConfiguration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Runs `buffer-cases.json` through both functions: transform, and the flusher's drain. Beside its [source and
/// stream][ConformanceCase] a case has `objects` (evaluated prefix to content), `errors` (evaluated prefix to error
/// records, each as code, message and raw data), `name` (a pattern of the objects' names) and `dropped` (how many
/// records the transformation drops). In prefixes `<random>` stands for a random string.
///
/// Every case also shows that Firehose is told to drop each record once, that a batch delivered twice leaves the same
/// objects, and that no record is lost.
final class BufferConformanceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "orders-1-[0-9]{4}(-[0-9]{2}){5}-[0-9a-f-]{36}";
    private static final List<String> ERROR_FIELDS = List.of("rawData", "errorCode", "errorMessage", "attemptsMade",
            "arrivalTimestamp", "attemptEndingTimestamp");

    @TestFactory
    Stream<DynamicTest> eachCaseGivesWhatItsSourceSays() throws IOException {
        return ConformanceCase.table("buffer-cases.json", BufferConformanceTest::check);
    }

    private static void check(ConformanceCase each) throws IOException {
        StreamConfiguration configuration = StreamInMemory.parse(each.configuration("buffer"));
        StreamInMemory stream = new StreamInMemory(configuration);
        checkAnswer(each, stream.transform(each.event(1)));
        JsonNode summary = stream.drain();
        assertEquals(each.row().path("dropped").asInt(), summary.at("/sinceFirstCommit/dropped").asInt(), "dropped");
        Map<String, byte[]> objects = stream.objects();
        checkObjects(each, configuration, objects);
        checkNothingIsLeft(stream);
        checkRepetition(each, stream, objects);
    }

    private static void checkAnswer(ConformanceCase each, byte[] response) throws IOException {
        if (each.row().path("kinesis").asBoolean()) {
            assertEquals("{\"batchItemFailures\":[]}", new String(response, UTF_8));
            return;
        }
        List<String> expected = new ArrayList<>();
        for (JsonNode record : JSON.readTree(each.event(1)).get("records")) {
            expected.add("{\"recordId\":" + record.get("recordId") + ",\"result\":\"Dropped\",\"data\":\"\"}");
        }
        assertEquals("{\"records\":[" + String.join(",", expected) + "]}", new String(response, UTF_8));
    }

    private static void checkObjects(ConformanceCase each, StreamConfiguration configuration,
            Map<String, byte[]> objects) throws IOException {
        Map<String, String> expected = new TreeMap<>();
        each.row().path("objects").properties().forEach(one -> expected.put(one.getKey(), one.getValue().asText()));
        each.row().path("errors").properties().forEach(one -> expected.put(one.getKey(), one.getValue().toString()));
        Map<String, String> actual = new TreeMap<>();
        for (Map.Entry<String, byte[]> object : objects.entrySet()) {
            var read = DeliveredObject.of(object.getKey(), object.getValue(), configuration.stream(),
                    configuration.compression());
            String extension = configuration.fileExtension().filter(given -> !given.isEmpty())
                    .orElse(configuration.compression().extension());
            String name = each.row().path("name").asText(NAME + Pattern.quote(extension));
            assertTrue(read.name().matches(name), () -> read.name() + " is not " + name);
            String prefix = expected.keySet().stream().filter(key -> matches(key, read.prefix())).findFirst()
                    .orElse(read.prefix());
            String content = each.row().path("errors").has(prefix) ? errors(read.text()) : read.text();
            actual.put(prefix, content);
        }
        assertEquals(expected, actual);
    }

    private static boolean matches(String expected, String prefix) {
        return prefix.matches(Pattern.quote(expected).replace("<random>", "\\E[0-9a-z]{11}\\Q"));
    }

    /// Error lines as rows of code, message and raw data; other fields are the same for all cases.
    private static String errors(String lines) throws IOException {
        List<List<String>> errors = new ArrayList<>();
        for (String line : lines.lines().toList()) {
            JsonNode error = JSON.readTree(line);
            List<String> names = new ArrayList<>(ERROR_FIELDS);
            if (error.get("errorCode").asText().startsWith("Lambda.")) {
                names.add("lambdaARN");
                assertEquals(StreamInMemory.FUNCTION_ARN, error.get("lambdaARN").asText());
            }
            List<String> actual = new ArrayList<>();
            error.fieldNames().forEachRemaining(actual::add);
            assertTrue(actual.equals(names) || actual.equals(with(names, "lambdaARN")), actual::toString);
            assertEquals(1, error.get("attemptsMade").intValue());
            assertTrue(error.get("arrivalTimestamp").isIntegralNumber(), line);
            assertTrue(error.get("attemptEndingTimestamp").isIntegralNumber(), line);
            errors.add(List.of(error.get("errorCode").asText(), error.get("errorMessage").asText(),
                    abbreviated(new String(error.get("rawData").binaryValue(), UTF_8))));
        }
        return JSON.writeValueAsString(errors);
    }

    private static List<String> with(List<String> names, String name) {
        List<String> all = new ArrayList<>(names);
        all.add(name);
        return all;
    }

    private static String abbreviated(String text) {
        return text.length() > 10_000 ? text.length() + " characters" : text;
    }

    private static void checkNothingIsLeft(StreamInMemory stream) throws IOException {
        assertEquals(0, stream.ports.entries.entries(), "entries that no flush took");
        JsonNode tally = stream.drain().get("sinceFirstCommit");
        assertEquals(tally.get("staged").asLong(), tally.get("delivered").asLong() + tally.get("rejected").asLong(),
                "records staged are delivered or rejected");
    }

    /// The source repeats the batch, before the flush that delivers it and after.
    private static void checkRepetition(ConformanceCase each, StreamInMemory stream, Map<String, byte[]> objects)
            throws IOException {
        stream.transform(each.event(2));
        stream.drain();
        assertSame(objects, stream.objects());
        StreamInMemory another = new StreamInMemory(StreamInMemory.parse(each.configuration("buffer")));
        another.transform(each.event(3));
        another.transform(each.event(4));
        another.drain();
        assertSame(objects, another.objects());
    }

    private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> actual) {
        assertEquals(expected.keySet(), actual.keySet());
        expected.forEach((key, bytes) -> assertArrayEquals(bytes, actual.get(key), key));
    }
}
