package io.sluice.lambda;

import java.time.InstantSource;
import java.util.Map;

/// Builds the functions' components out of environment variables, once per execution environment.
///
/// | variable | meaning |
/// |---|---|
/// | `SLUICE_CONFIG` | the stream's configuration JSON, or `gzip:` and its gzip in base64, or `file:` and a path |
/// | `SLUICE_DATA_BUCKET` | the data bucket; default: the configuration's |
/// | `SLUICE_STAGING_BUCKET` | the bucket of segments and manifests |
/// | `SLUICE_INDEX_TABLE` | the index table |
/// | `SLUICE_S3_ENDPOINT`, `SLUICE_DYNAMODB_ENDPOINT` | other endpoints than AWS's own (embedded servers); default: the SDK's |
public final class Wiring implements AutoCloseable {
    private Wiring() {}

    /// @throws IllegalArgumentException naming every variable that is missing or wrong
    public static Wiring create(Map<String, String> environment, InstantSource clock) {
        throw new UnsupportedOperationException(environment + " " + clock);
    }

    @Override
    public void close() {}
}
