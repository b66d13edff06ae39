package io.sluice.local.cli;

import io.sluice.app.Stream;
import io.sluice.config.StreamConfiguration;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.UsageException;
import io.sluice.local.serve.streams.OutsideServers;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options by which a command that reads a folder reads a deployed stream instead.
final class DeployedOption {
    @Option(names = "--staging-bucket", paramLabel = "NAME", description = {
            "Read a deployed stream instead of a folder: the bucket of what is staged."})
    private Optional<String> stagingBucket = Optional.empty();

    @Option(names = "--index-table", paramLabel = "NAME",
            description = "Of a deployed stream, the table of the index (default: SLUICE_INDEX_TABLE).")
    private Optional<String> indexTable = Optional.empty();

    @Option(names = "--s3", paramLabel = "URL", description = {
            "Another S3 than AWS's, by paths, with the access key of the usual places (AWS_ACCESS_KEY_ID,",
            "AWS_PROFILE …)."})
    private Optional<String> s3 = Optional.empty();

    @Option(names = "--dynamodb", paramLabel = "URL", description = "Another DynamoDB, with the same access key.")
    private Optional<String> dynamoDb = Optional.empty();

    /// True when it is to be a deployed stream.
    boolean isGiven() {
        if (stagingBucket.isEmpty() && (indexTable.isPresent() || s3.isPresent() || dynamoDb.isPresent())) {
            throw new UsageException("--staging-bucket NAME is missing: without it a folder is read, which has no"
                    + " servers");
        }
        return stagingBucket.isPresent();
    }

    /// A stream on its deployed stores; closed by the caller.
    Stream stream(ConfigurationFile file, StreamConfiguration configuration) {
        return ports(file, configuration).stream(InstantSource.system(), _ -> {});
    }

    /// Its stores; closed by the caller, or with a stream over them.
    AwsPorts ports(ConfigurationFile file, StreamConfiguration configuration) {
        Map<String, String> environment = new HashMap<>(StoreVariables.of(System.getenv(),
                OutsideServers.of(s3, dynamoDb, stagingBucket.orElse(OutsideServers.STAGING_BUCKET)), stagingBucket,
                indexTable));
        environment.put("SLUICE_CONFIG", new String(file.json(), StandardCharsets.UTF_8));
        try {
            return AwsPorts.of(environment);
        } catch (IllegalArgumentException e) {
            throw new UsageException("The stream " + configuration.stream() + " can't be read: " + e.getMessage());
        }
    }
}
