package io.sluice.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamDefinitionTest {
    @Test
    void aCatalogThatIsAFileOfOneMachineIsNotDeployed() {
        String refusal = String.valueOf(assertThrows(DeploymentException.class,
                () -> StreamDefinition.parse(stream("{\"Type\": \"jdbc\"}"))).getMessage());
        assertTrue(refusal.contains("Sluice.Iceberg.Catalog.Type jdbc") && refusal.contains("set it to glue"), refusal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"Type\": \"glue\"}", "{\"Type\": \"rest\", \"URI\": \"https://catalog.example.com\"}"})
    void aCatalogThatFunctionsReachIsDeployed(String catalog) {
        assertEquals("orders", StreamDefinition.parse(stream(catalog)).stream());
    }

    private static String stream(String catalog) {
        return """
                {"DeliveryStreamName": "orders", "ExtendedS3DestinationConfiguration": {"BucketARN":
                 "arn:aws:s3:::orders", "Prefix": "orders/!{timestamp:yyyy-MM-dd}/", "ErrorOutputPrefix":
                 "errors/!{firehose:error-output-type}/", "DataFormatConversionConfiguration": {"Enabled": true}},
                 "Sluice": {"Table": {"Columns": [{"Name": "a", "Type": "int"}]}, "Iceberg": {"Catalog": %s}}}
                """.formatted(catalog);
    }
}
