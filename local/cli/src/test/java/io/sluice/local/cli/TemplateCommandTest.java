package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.sluice.local.cli.Cli.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TemplateCommandTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aTemplateTakesTheCodeOfAReleaseFromABucketOfTheUsers() throws Exception {
        JsonNode code = printed("", "").json().at("/Resources/TransformFunction/Properties/Code");

        assertEquals("{\"S3Bucket\":{\"Ref\":\"CodeBucket\"},\"S3Key\":{\"Fn::Sub\":"
                + "\"${CodePrefix}sluice-functions-${ReleaseVersion}-lambda.jar\"}}", code.toString());
    }

    @Test
    void anotherReleaseAloneMakesAnotherVersionAndMovesTheAlias() throws Exception {
        JsonNode resources = printed("", "").json().path("Resources");

        JsonNode version = resources.path("FlushVersion");
        assertTrue(version.at("/Properties/Description/Fn::Sub").asText().startsWith("${ReleaseVersion} "),
                version::toString);
        assertEquals("Retain", version.path("UpdateReplacePolicy").asText());
        assertEquals("[\"FlushVersion\",\"Version\"]",
                resources.at("/FlushLive/Properties/FunctionVersion/Fn::GetAtt").toString());
    }

    @Test
    void anotherConfigurationMakesAnotherVersion() throws Exception {
        assertTrue(!version("").equals(version("a/")));
        assertEquals(version("a/"), version("a/"));
    }

    private String version(String prefix) throws Exception {
        return printed(prefix, "").json().at("/Resources/FlushVersion/Properties/Description").toString();
    }

    @Test
    void whatAPrefixHasOfCloudFormationsOwnFormsIsText() throws Exception {
        JsonNode template = printed("${AWS::Region}/", "").json();

        assertTrue(template.at("/Resources/TransformFunction/Properties/Environment/Variables/SLUICE_CONFIG").asText()
                .contains("clicks/${AWS::Region}/"), template::toString);
    }

    @Test
    void yamlIsTheSameTemplate() throws Exception {
        var yaml = printed("", "", "--format", "yaml");

        assertEquals(printed("", "").json(), new ObjectMapper(new YAMLFactory()).readTree(yaml.out()));
    }

    @Test
    void twoPrintsAreTheSameBytes() throws Exception {
        assertEquals(printed("", "").out(), printed("", "").out());
        assertEquals(printed("", "", "--format", "terraform").out(), printed("", "", "--format", "terraform").out());
    }

    @Test
    void aGivenBucketIsNotMade() throws Exception {
        JsonNode template = printed("", "", "--bucket", "lake-data").json();

        assertTrue(template.at("/Resources/DataBucket").isMissingNode());
        assertEquals("lake-data", template.at("/Outputs/DataBucketName/Value").asText());
    }

    @Test
    void choicesAreFollowed() throws Exception {
        JsonNode resources = printed("", "", "--snap-start", "none", "--flusher-concurrency", "none", "--log-days",
                "90", "--runbooks", "https://wiki.example/runbooks").json().path("Resources");

        assertTrue(resources.at("/FlushFunction/Properties/SnapStart").isMissingNode());
        assertTrue(resources.path("KeepWarmSchedule").isMissingNode());
        assertTrue(resources.at("/FlushFunction/Properties/ReservedConcurrentExecutions").isMissingNode());
        assertEquals(90, resources.at("/FlushLogs/Properties/RetentionInDays").asInt());
        assertTrue(resources.at("/FreshnessAlarm/Properties/AlarmDescription").asText()
                .endsWith("https://wiki.example/runbooks#freshness"));
    }

    @Test
    void valuesNameTheirConfiguration() throws Exception {
        JsonNode values = printed("", "", "--format", "terraform").json();

        assertEquals(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                .digest(Files.readAllBytes(folder.resolve("stream.json")))),
                values.path("configuration_sha256").asText());
        assertEquals(Release.current().version(), values.path("release").asText());
    }

    @Test
    void whatCannotBeIsRefusedWithNothingPrinted() throws Exception {
        Map<String, Outcome> refusals = Map.of(
                "The template has no Kafka", printed("", "\"Source\": {\"Type\": \"kafka\", \"Topics\": [\"orders\"],"
                        + " \"ClusterARN\": \"arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a2b3c4d-3\"}"),
                "Logs cannot be kept for 2 days", printed("", "", "--log-days", "2"),
                "--bucket A is not", printed("", "", "--bucket", "A"),
                "--format terraform goes with no other option",
                printed("", "", "--format", "terraform", "--bucket", "lake-data"));

        refusals.forEach((message, refused) -> {
            assertEquals(2, refused.status(), refused.err());
            assertEquals("", refused.out());
            assertTrue(refused.err().contains(message), refused.err());
        });
    }

    private Outcome printed(String prefix, String sluice, String... options) throws Exception {
        Path file = Files.writeString(folder.resolve("stream.json"), """
                {"DeliveryStreamName": "clicks", "ExtendedS3DestinationConfiguration": {
                  "RoleARN": "arn:aws:iam::123456789012:role/firehose", "BucketARN": "arn:aws:s3:::lake",
                  "Prefix": "clicks/%s", "ErrorOutputPrefix": "errors/",
                  "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 300}}, "Sluice": {%s}}"""
                .formatted(prefix, sluice));
        var arguments = new ArrayList<>(List.of("template", "--config", file.toString()));
        arguments.addAll(List.of(options));
        return Cli.run(arguments.toArray(String[]::new));
    }
}
