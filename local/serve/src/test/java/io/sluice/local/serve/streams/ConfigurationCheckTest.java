package io.sluice.local.serve.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A configuration as a server's functions have it.
final class ConfigurationCheckTest {
    /// A server sends no events: what was told to go would wait for them.
    @Test
    void nothingWaitsForEventsThatNobodySends() throws IOException {
        ObjectNode request = (ObjectNode) new ObjectMapper().readTree("""
                {"DeliveryStreamName": "orders", "ExtendedS3DestinationConfiguration": {
                   "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::orders",
                   "Prefix": "orders/dt=!{timestamp:yyyy-MM-dd}/", "ErrorOutputPrefix": "errors/",
                   "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 60}},
                 "Sluice": {"Landing": {"LatenessInHours": 1, "SuccessObjects": true,
                   "Events": {"Type": "eventbridge"}}}}
                """);
        var landing = ConfigurationCheck.configuration(ConfigurationCheck.served(request, 1, 2)).sluice().landing()
                .orElseThrow();
        assertEquals(Optional.empty(), landing.events());
    }
}
