package io.sluice.registrar;

import io.sluice.aws.glue.GlueCatalog;
import io.sluice.config.IcebergSection.Catalog;
import io.sluice.config.IcebergSection.Glue;
import io.sluice.config.IcebergSection.Jdbc;
import io.sluice.config.IcebergSection.Rest;
import io.sluice.iceberg.Bucket;
import io.sluice.iceberg.Catalogs;
import io.sluice.iceberg.StoreFileIO;
import io.sluice.lambda.AwsPorts;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;

/// The catalog that a configuration names, as a deployed stream's function reaches it.
///
/// @param environment the function's: its region, and endpoints other than AWS's own
/// @param http        carries requests to AWS
public record DeployedCatalog(Catalog wanted, Map<String, String> environment, SdkHttpClient http) {
    /// A catalog that does not answer holds no run up for its whole time.
    private static final Map<String, String> TIMES = Map.of("rest.client.connection-timeout-ms", "5000",
            "rest.client.socket-timeout-ms", "30000");

    /// @throws IllegalArgumentException when it is a file
    public DeployedCatalog {
        if (wanted instanceof Jdbc) {
            throw new IllegalArgumentException("Sluice.Iceberg.Catalog has Type jdbc, which is a file of one machine:"
                    + " a deployed stream's has Type rest or glue");
        }
    }

    /// Opens it. One that speaks REST is asked for its configuration, and its secret is read.
    ///
    /// @throws io.sluice.objects.StoreException when the secret can't be had
    public org.apache.iceberg.catalog.Catalog open(Bucket bucket) {
        return switch (wanted) {
            case Jdbc() -> throw new IllegalStateException("refused before");
            case Rest rest -> Catalogs.rest(properties(rest), bucket);
            case Glue(var id) -> new GlueCatalog(http, Region.of(environment.getOrDefault("AWS_REGION", "us-east-1")),
                    id, AwsPorts.glueEndpoint(environment), new StoreFileIO(bucket));
        };
    }

    private Map<String, String> properties(Rest rest) {
        Map<String, String> properties = new HashMap<>(TIMES);
        properties.put("uri", rest.uri());
        rest.warehouse().ifPresent(warehouse -> properties.put("warehouse", warehouse));
        rest.secretArn().map(arn -> AwsPorts.secret(arn, environment, http).get().strip())
                .ifPresent(secret -> properties.put(secret.contains(":") ? "credential" : "token", secret));
        return properties;
    }
}
