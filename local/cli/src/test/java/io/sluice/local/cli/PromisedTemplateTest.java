package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.testkit.promise.PromisedList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who deployed a template deploys the next version's over it: its parameters are there with their defaults, what other
/// stacks read of its outputs is, and what holds data is the same resource.
final class PromisedTemplateTest {
    private static final String SOURCE = "\"Source\": ";
    private static final Path ROOT = Path.of("..", "..");
    private static final Path MORE = ROOT.resolve("infra/src/test/resources/io/sluice/infra");
    private static final Pattern TYPED = Pattern.compile("<(\\w+(?:Name|Url|StateMachine))>");

    @TempDir
    private Path folder = Path.of("");

    private final Map<String, String> promises = new TreeMap<>();

    @Test
    void whatIsPromisedOfTheTemplateIsKept() throws IOException {
        for (String sluice : List.of("", "\"Delivery\": \"firehose\"", "\"Delivery\": \"buffer\", \"Lanes\": 2",
                "\"Landing\": {\"Events\": {\"Type\": \"sqs\", \"QueueARN\":"
                        + " \"arn:aws:sqs:us-east-1:123456789012:told\"}}",
                SOURCE + "{\"Type\": \"kinesis\"}", SOURCE + "{\"Type\": \"direct\"}",
                SOURCE + "{\"Type\": \"firehose\", \"KinesisStream\": \"new\"}", SOURCE + "{\"Type\": \"sqs\"}",
                SOURCE + "{\"Type\": \"s3\", \"Bucket\": \"uploads\", \"Prefix\": \"in/\"}",
                SOURCE + "{\"Type\": \"cloudwatch-logs\", \"LogGroups\": [\"/app/orders\"]}",
                SOURCE + "{\"Type\": \"dynamodb-streams\", \"StreamARN\": \"arn:aws:dynamodb:us-east-1:123456789012"
                        + ":table/orders/stream/2026-11-01T00:00:00.000\"}")) {
            add(sluice);
        }
        add(SOURCE + "{\"Type\": \"firehose\", \"ExistingStream\": \"orders\"}");
        add("", "--repartition-from", "raw/", "--athena-workgroup", "primary");
        for (String more : List.of("tables", "compacted", "iceberg", "seconds")) {
            add(template(Files.readString(MORE.resolve(more + ".json")).replace("\"orders\"", "\"clicks\"")));
        }
        PromisedList.read(ROOT, "template").requireOf(promises);
        requireWhatRunbooksType();
    }

    /// In an emergency nobody looks for the name of what a procedure stops.
    private void requireWhatRunbooksType() throws IOException {
        List<String> typed = TYPED.matcher(Files.readString(ROOT.resolve("docs/how-to/operations.md"))).results()
                .map(found -> "output " + found.group(1)).toList();
        assertTrue(typed.size() > 20, typed::toString);
        assertEquals(List.of(), typed.stream().filter(each -> !promises.containsKey(each)).distinct().toList());
    }

    private void add(String sluice, String... options) throws IOException {
        add(template("""
                {"DeliveryStreamName": "clicks", "ExtendedS3DestinationConfiguration": {
                  "RoleARN": "arn:aws:iam::123456789012:role/firehose", "BucketARN": "arn:aws:s3:::lake",
                  "Prefix": "clicks/!{timestamp:yyyy-MM-dd}/", "ErrorOutputPrefix":
                  "errors/!{firehose:error-output-type}/",
                  "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 300}}, "Sluice": {%s}}"""
                .formatted(sluice), options));
    }

    private void add(JsonNode template) {
        template.path("Parameters").properties().forEach(each -> promises.put("parameter " + each.getKey(),
                parameter(each.getValue())));
        template.path("Outputs").properties().forEach(each -> promises.put("output " + each.getKey(),
                "an output" + (each.getValue().has("Export")
                        ? " exported as " + each.getValue().at("/Export/Name").asText()
                        : "")));
        template.path("Resources").properties().forEach(each -> {
            if (each.getValue().path("DeletionPolicy").asText().equals("Retain")
                    && !each.getValue().path("Type").asText().equals("AWS::Lambda::Version")) {
                promises.put("resource " + each.getKey(), each.getValue().path("Type").asText());
            }
        });
    }

    private static String parameter(JsonNode parameter) {
        boolean preset = parameter.has("Default");
        String release = parameter.path("Default").asText().equals(Release.current().version())
                ? "the release"
                : "\"" + parameter.path("Default").asText() + "\"";
        return (preset ? "" : "required ") + parameter.path("Type").asText()
                + (preset ? ", default " + release : "")
                + (parameter.has("AllowedPattern") ? ", " + parameter.path("AllowedPattern").asText() : "");
    }

    private JsonNode template(String configuration, String... options) throws IOException {
        String file = Files.writeString(folder.resolve("stream.json"), configuration).toString();
        String[] arguments = new String[3 + options.length];
        arguments[0] = "template";
        arguments[1] = "--config";
        arguments[2] = file;
        System.arraycopy(options, 0, arguments, 3, options.length);
        Outcome outcome = Cli.run(arguments);
        assertEquals(0, outcome.status(), outcome.err());
        return outcome.json();
    }
}
