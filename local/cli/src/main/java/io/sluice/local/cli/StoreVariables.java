package io.sluice.local.cli;

import io.sluice.local.UsageException;
import io.sluice.local.serve.streams.OutsideServers;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The variables by which deployed functions find a stream's stores, for a command that works on the same ones.
final class StoreVariables {
    private static final String STAGING = "SLUICE_STAGING_BUCKET";
    private static final String S3 = "SLUICE_S3_ENDPOINT";
    private static final String TABLE = "SLUICE_INDEX_TABLE";

    private StoreVariables() {}

    /// Those of the process, and options over them.
    ///
    /// @throws UsageException naming the bucket or the table that is missing
    static Map<String, String> of(Map<String, String> process, OutsideServers servers, Optional<String> stagingBucket,
            Optional<String> indexTable) {
        Map<String, String> environment = new HashMap<>(process);
        stagingBucket.ifPresent(name -> environment.put(STAGING, name));
        indexTable.ifPresent(name -> environment.put(TABLE, name));
        servers.s3().ifPresent(uri -> environment.put(S3, uri.toString()));
        servers.dynamoDb().ifPresent(uri -> environment.put("SLUICE_DYNAMODB_ENDPOINT", uri.toString()));
        servers.key().ifPresent(key -> {
            environment.put("AWS_ACCESS_KEY_ID", key.id());
            environment.put("AWS_SECRET_ACCESS_KEY", key.secret());
        });
        require(environment, STAGING, "--staging-bucket");
        require(environment, TABLE, "--index-table");
        return environment;
    }

    /// The server of the stream's objects; empty: AWS.
    ///
    /// @throws UsageException when the variable names none
    static Optional<URI> s3(Map<String, String> process, OutsideServers servers) {
        return servers.s3().or(() -> Optional.of(process.getOrDefault(S3, "")).filter(url -> !url.isEmpty())
                .map(url -> OutsideServers.uri(S3, url)));
    }

    private static void require(Map<String, String> environment, String variable, String option) {
        if (environment.getOrDefault(variable, "").isEmpty()) {
            throw new UsageException(option + " NAME is missing, and " + variable + " is not set"
                    + ": it is what the stream's functions and replicas use");
        }
    }
}
