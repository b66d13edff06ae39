package io.sluice.engine;

import io.airlift.log.Level;
import io.airlift.log.Logging;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.trino.Session;
import io.trino.execution.QueryInfo;
import io.trino.execution.QueryStats;
import io.trino.plugin.hive.HivePlugin;
import io.trino.plugin.iceberg.IcebergPlugin;
import io.trino.spi.QueryId;
import io.trino.testing.MaterializedRow;
import io.trino.testing.StandaloneQueryRunner;
import io.trino.testing.TestingSession;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Trino in this JVM, one for all tests; a test that takes an `Engine` gets it. It starts in seconds, and stops with
/// the JVM's last test. One query at a time: what the last one asked of S3 is kept until the next.
final class Engine implements AutoCloseable {
    private final StandaloneQueryRunner trino;
    private int catalogs;

    private Engine() {
        trino = new StandaloneQueryRunner(session("system", "runtime"),
                server -> server.addProperty("web-ui.enabled", "false"));
        Logging.initialize().setLevel("", Level.ERROR);
        trino.installPlugin(new HivePlugin());
        trino.installPlugin(new IcebergPlugin());
    }

    private static Session session(String catalog, String schema) {
        return TestingSession.testSessionBuilder().setCatalog(catalog).setSchema(schema).build();
    }

    /// Makes a catalog and gives its name.
    ///
    /// @param connector of Trino's: `hive` or `iceberg`
    synchronized String createCatalog(String connector, Map<String, String> settings) {
        catalogs++;
        String name = "lake" + catalogs;
        trino.createCatalog(name, connector, settings);
        return name;
    }

    /// The rows that `sql` gives, where names without a catalog or schema are of these two.
    ///
    /// @throws io.trino.testing.QueryFailedException when Trino refuses it
    synchronized List<List<Object>> query(String catalog, String schema, String sql) {
        return trino.execute(session(catalog, schema), sql).getMaterializedRows().stream()
                .map(MaterializedRow::getFields).map(Collections::unmodifiableList).toList();
    }

    /// A query's rows, how long it took, and how much of the objects it read.
    record Measured(List<List<Object>> rows, Duration took, long bytes) {}

    /// As [#query], with what Trino says of it: bytes as they are stored.
    synchronized Measured measured(String catalog, String schema, String sql) {
        var result = trino.executeWithPlan(session(catalog, schema), sql);
        QueryStats stats = ended(result.queryId()).getQueryStats();
        return new Measured(result.result().getMaterializedRows().stream().map(MaterializedRow::getFields)
                .map(Collections::unmodifiableList).toList(),
                Duration.ofMillis(stats.getElapsedTime().toMillis()), stats.getPhysicalInputDataSize().toBytes());
    }

    /// Returns what Trino says of a query once all of its tasks have told what they read: some do after its last row.
    private QueryInfo ended(QueryId query) {
        CompletableFuture<QueryInfo> ended = new CompletableFuture<>();
        trino.getCoordinator().getQueryManager().addFinalQueryInfoListener(query, ended::complete);
        return ended.orTimeout(1, TimeUnit.MINUTES).join();
    }

    /// What the last query did, as Trino traced it.
    synchronized List<SpanData> lastSpans() {
        return List.copyOf(trino.getSpans());
    }

    @Override
    public void close() {
        trino.close();
    }

    /// Gives tests the engine, and closes it after the last.
    static final class Provider implements ParameterResolver {
        private static final ExtensionContext.Namespace OF_ENGINE = ExtensionContext.Namespace.create(Engine.class);

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
            return parameter.getParameter().getType() == Engine.class;
        }

        @Override
        public Engine resolveParameter(ParameterContext parameter, ExtensionContext test) {
            return test.getRoot().getStore(OF_ENGINE).computeIfAbsent(Engine.class, unused -> new Engine(),
                    Engine.class);
        }
    }
}
