package io.sluice.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a new Firehose stream is given, where Firehose would refuse what Sluice takes.
final class FirehoseSettingsTest {
    private static final String KEYS = """
            "Prefix": "p/!{partitionKeyFromQuery:k}/", "ErrorOutputPrefix": "e/",
            "DynamicPartitioningConfiguration": {"Enabled": true}, "ProcessingConfiguration": {"Enabled": true,
              "Processors": [{"Type": "MetadataExtraction", "Parameters": [
                {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k: .k}"},
                {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}""";

    private static Map<String, Object> destination(String delivery, String members) {
        return new FirehoseSettings(StreamDefinition.parse("""
                {"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {"BucketARN": "arn:aws:s3:::data",
                  "RoleARN": "arn:aws:iam::123456789012:role/r", %s}, "Sluice": {"Delivery": "%s"}}"""
                .formatted(members, delivery))).destination();
    }

    @Test
    void aZoneHasTheNameThatFirehoseKnows() {
        assertEquals("Asia/Calcutta",
                destination("buffer", "\"CustomTimeZone\": \"Asia/Kolkata\", " + KEYS).get("CustomTimeZone"));
    }

    @Test
    void itPartitionsOnlyWhereThePrefixHasKeys() {
        assertEquals(true, destination("firehose", KEYS).containsKey("DynamicPartitioningConfiguration"));
        assertEquals(false,
                destination("firehose", "\"Prefix\": \"p/\"").containsKey("DynamicPartitioningConfiguration"));
    }

    @Test
    void whatItGivesUpOfABufferedStreamIsBesideTheStreamsOwnErrors() {
        assertEquals("p!{firehose:error-output-type}/!{timestamp:yyyy/MM/dd/HH/}",
                destination("buffer", "\"Prefix\": \"p\"").get("ErrorOutputPrefix"));
        assertEquals("e/", destination("buffer", KEYS).get("ErrorOutputPrefix"));
    }
}
