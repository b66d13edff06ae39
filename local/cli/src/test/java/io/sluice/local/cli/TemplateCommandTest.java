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

    /// Servers elsewhere take them, by rights of their own (docs/how-to/kubernetes.md).
    @Test
    void aStreamOfCallsHasItsFlusherAndNoFunctionThatTakesThem() throws Exception {
        JsonNode resources = printed("", "\"Source\": {\"Type\": \"direct\"}").json().path("Resources");

        List<String> types = new ArrayList<>();
        resources.forEach(each -> types.add(each.path("Type").asText()));
        assertTrue(!resources.path("FlushFunction").isMissingNode(), types::toString);
        assertTrue(types.stream().noneMatch(type -> type.contains("Firehose") || type.contains("EventSource")),
                types::toString);
        assertTrue(resources.path("TransformFunction").isMissingNode(), types::toString);
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
        assertRefused("The template has no Kafka", "\"Source\": {\"Type\": \"kafka\", \"Topics\": [\"orders\"],"
                + " \"ClusterARN\": \"arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a2b3c4d-3\"}");
        assertRefused("Logs cannot be kept for 2 days", "", "--log-days", "2");
        assertRefused("bucket A is not the name", "", "--bucket", "A");
        assertRefused("alias cannot be granted", "", "--key", "arn:aws:kms:us-east-1:123456789012:alias/x");
        assertRefused("need subnets and security groups", "", "--subnet-ids", "subnet-01234567");
        assertRefused("subnet vpc-1 is not the id", "", "--subnet-ids", "vpc-1", "--security-group-ids",
                "sg-01234567");
        assertRefused("\"/raw/\" is none", "", "--repartition-from", "/raw/");
        assertRefused("\"raw/${x}/\" is none", "", "--repartition-from", "raw/${x}/");
        assertRefused("read its own output", "", "--repartition-from", "clicks/");
        assertRefused("needs Sluice.Delivery \"buffer\"", "\"Delivery\": \"firehose\"", "--repartition-from",
                "raw/");
        assertRefused("and stream clicks has neither", "", "--athena-workgroup", "primary");
        assertRefused("athenaWorkgroup my group is not", "", "--repartition-from", "raw/", "--athena-workgroup",
                "my group");
        assertRefused("--format terraform goes with no other option", "", "--format", "terraform", "--bucket",
                "lake-data");
        assertRefused("--format terraform goes with no other option", "", "--format", "terraform", "--key",
                "arn:aws:kms:us-east-1:123456789012:key/1a");
    }

    private void assertRefused(String message, String sluice, String... options) throws Exception {
        Outcome refused = printed("", sluice, options);
        assertEquals(2, refused.status(), refused.err());
        assertEquals("", refused.out());
        assertTrue(refused.err().contains(message), refused.err());
    }

    @Test
    void functionsRunInTheNetworkThatIsNamed() throws Exception {
        JsonNode resources = printed("", "", "--subnet-ids", "subnet-01234567,subnet-89abcdef",
                "--security-group-ids", "sg-01234567").json().path("Resources");

        for (var function : List.of("Transform", "Flush", "Retention")) {
            assertEquals("{\"SubnetIds\":[\"subnet-01234567\",\"subnet-89abcdef\"],"
                    + "\"SecurityGroupIds\":[\"sg-01234567\"]}",
                    resources.at("/" + function + "Function/Properties/VpcConfig").toString());
            assertTrue(resources.path(function + "RolePolicy").toString().contains("ec2:CreateNetworkInterface"));
        }
    }

    @Test
    void aRepartitionReadsParquetAndSoDoesAnErasureOfItsSource() throws Exception {
        JsonNode resources = printed("dt=!{timestamp:yyyy-MM-dd}/", "", "--repartition-from", "raw/").json()
                .path("Resources");

        for (var function : List.of("Repartition", "Retention")) {
            assertTrue(resources.at("/" + function + "Function/Properties/Code/S3Key/Fn::Sub").asText()
                    .startsWith("${CodePrefix}sluice-parquet-"), resources::toString);
        }
        assertTrue(resources.at("/RepartitionMachine/Properties/DefinitionString/Fn::Sub").asText()
                .contains("\"request.$\":\"$$.Execution.Input.request\",\"source\":\"raw/\""), resources::toString);
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
