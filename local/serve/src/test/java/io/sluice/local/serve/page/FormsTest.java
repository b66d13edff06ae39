package io.sluice.local.serve.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.serve.page.Forms.Form;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A configuration in the words of other tools.
final class FormsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static ObjectNode configuration() throws IOException {
        return (ObjectNode) JSON.readTree("""
                {"DeliveryStreamName": "clicks", "ExtendedS3DestinationConfiguration": {
                  "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::clicks",
                  "Prefix": "a='b'/${x}/%{y}/\\"q\\"/!{partitionKeyFromQuery:k}/",
                  "ErrorOutputPrefix": "errors/",
                  "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 60},
                  "EncryptionConfiguration": {"KMSEncryptionConfig": {"AWSKMSKeyARN": "arn:k"}},
                  "DynamicPartitioningConfiguration": {"Enabled": true, "RetryOptions": {"DurationInSeconds": 30}},
                  "ProcessingConfiguration": {"Enabled": true, "Processors": [
                    {"Type": "MetadataExtraction", "Parameters": [
                      {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k:.k}"}]},
                    {"Type": "AppendDelimiterToRecord"}]}},
                 "Sluice": {"Delivery": "buffer"}}""");
    }

    /// The shell itself says what it makes of the call.
    @Test
    void aShellHandsTheWholeConfigurationToTheCommandLine() throws IOException, InterruptedException {
        ObjectNode bare = configuration();
        bare.remove("Sluice");
        Process shell = new ProcessBuilder("sh", "-c", "aws() { printf '%s' \"$4\"; }; " + Forms.of(configuration(),
                Form.CLI)).start();
        String handed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor());
        assertEquals(bare, JSON.readTree(handed));
    }

    @Test
    void theFileIsTheConfigurationWithItsSluiceSection() throws IOException {
        assertEquals(configuration(), JSON.readTree(Forms.of(configuration(), Form.FILE)));
    }

    @Test
    void terraformHasBlocksAndNoTemplates() throws IOException {
        assertEquals("""
                resource "aws_kinesis_firehose_delivery_stream" "clicks" {
                  name        = "clicks"
                  destination = "extended_s3"

                  extended_s3_configuration {
                    role_arn = "arn:aws:iam::123456789012:role/r"
                    bucket_arn = "arn:aws:s3:::clicks"
                    prefix = "a='b'/$${x}/%%{y}/\\"q\\"/!{partitionKeyFromQuery:k}/"
                    error_output_prefix = "errors/"
                    buffering_size = 64
                    buffering_interval = 60
                    kms_key_arn = "arn:k"

                    dynamic_partitioning_configuration {
                      enabled = true
                      retry_duration = 30
                    }

                    processing_configuration {
                      enabled = true

                      processors {
                        type = "MetadataExtraction"

                        parameters {
                          parameter_name = "MetadataExtractionQuery"
                          parameter_value = "{k:.k}"
                        }
                      }

                      processors {
                        type = "AppendDelimiterToRecord"
                      }
                    }
                  }
                }
                """, Forms.of(configuration(), Form.TERRAFORM));
    }

    @Test
    void whatIsNoConfigurationMakesNoFailure() throws IOException {
        var odd = (ObjectNode) JSON.readTree("""
                {"ExtendedS3DestinationConfiguration": {"a": [{}, 1], "b": [[1]], "c": null, "": 1, "d": []}}""");
        assertTrue(Forms.of(odd, Form.TERRAFORM).contains("b = [[1]]"));
        assertTrue(Forms.of(odd, Form.CDK).contains("\"extendedS3DestinationConfiguration\""));
    }

    @Test
    void aNameThatIsNoLabelOfTerraformBecomesOne() throws IOException {
        ObjectNode named = configuration().put("DeliveryStreamName", "1.x");
        assertTrue(Forms.of(named, Form.TERRAFORM).contains("\"stream_1_x\" {\n  name        = \"1.x\""));
    }

    @Test
    void cdkHasItsOwnNames() throws IOException {
        String cdk = Forms.of(configuration(), Form.CDK);
        for (String name : List.of("deliveryStreamName", "extendedS3DestinationConfiguration", "roleArn", "bucketArn",
                "sizeInMBs", "intervalInSeconds", "kmsEncryptionConfig", "awskmsKeyArn", "parameterValue")) {
            assertTrue(cdk.contains("\"" + name + "\": "), name + " in " + cdk);
        }
        assertFalse(cdk.contains("Sluice"));
    }
}
