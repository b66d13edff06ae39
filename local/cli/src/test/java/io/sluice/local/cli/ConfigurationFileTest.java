package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.config.ConfigurationParser;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A configuration as commands have it.
final class ConfigurationFileTest {
    private static final String STREAM = """
            {"DeliveryStreamName": "orders", "ExtendedS3DestinationConfiguration": {
               "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::orders",
               "Prefix": "orders/dt=!{timestamp:yyyy-MM-dd}/", "ErrorOutputPrefix": "errors/",
               "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 60}},
             "Sluice": {"Landing": {"LatenessInHours": 1, "SuccessObjects": true, "Events": {"Type": "eventbridge"}}}}
            """;

    /// `SuccessObjects` needs events beside it.
    @Test
    void jobsOverAFolderTakeAConfigurationWithEventsAndWhatNeedsThem() throws IOException {
        ConfigurationParser.Parsed given = ConfigurationParser.parse(STREAM.getBytes(UTF_8));
        assertEquals(List.of(), given.problems());
        ConfigurationParser.Parsed without = ConfigurationParser
                .parse(ConfigurationFile.withoutEvents(STREAM.getBytes(UTF_8)).getBytes(UTF_8));
        assertEquals(List.of(), without.problems());
        assertEquals(Optional.empty(), without.configuration().orElseThrow().sluice().landing().orElseThrow().events());
    }
}
