package io.sluice.local.serve.replica;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ApiException;
import io.sluice.api.ConfiguredStreams;
import io.sluice.api.StreamState;
import io.sluice.app.Stream;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.serve.endpoint.HttpEndpoint;
import io.sluice.objects.StoreException;
import io.sluice.direct.DirectOperations;
import io.sluice.direct.DirectStream;
import io.sluice.direct.GroupAgeMetric;
import java.net.URI;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.http.SdkHttpClient;

/// A server of the Firehose API that keeps nothing: any number of these serve the same streams, behind any load
/// balancer, and each may end at any moment.
public final class Replica implements AutoCloseable {
    private static final String METRICS = "SLUICE_METRICS";
    private static final String CLOUDWATCH = "cloudwatch";

    private final Map<String, DirectStream> streams = new TreeMap<>();
    private final HttpEndpoint endpoint;

    /// What of a server's surroundings is not a setting.
    ///
    /// @param http     carries all requests to S3 and DynamoDB, of which any number are under way; closed with the
    ///                 replica
    /// @param clock    the real time
    /// @param nanos    a monotonic clock
    /// @param ids      drawn by chance
    /// @param warnings what somebody should see, in sentences
    /// @param lines    takes lines of metrics, where these are asked for
    public record Surroundings(SdkHttpClient http, InstantSource clock, LongSupplier nanos, Supplier<UUID> ids,
            Consumer<String> warnings, Consumer<String> lines) {}

    private Replica(ReplicaSettings settings, Surroundings around) {
        try {
            var configured = new ConfiguredStreams(settings.configurations());
            for (ObjectNode configuration : settings.configurations()) {
                StreamState state = configured.require(configuration);
                streams.put(state.name(), stream(state, configuration, settings.environment(), around,
                        metrics(settings.environment(), around)));
            }
            this.endpoint = HttpEndpoint.start(settings.listening(), settings.keys(),
                    new DirectOperations(configured, streams, around.clock(), around.ids()), settings.capacity(),
                    new ReplicaRoutes(streams.values()).routes(), around.clock(), around.ids(), around.warnings());
        } catch (RuntimeException e) {
            streams.values().forEach(DirectStream::close);
            around.http().close();
            throw e;
        }
    }

    /// Starts a replica; it takes calls when this returns.
    ///
    /// @throws UsageException     when a configuration, a variable or the port can't be used
    /// @throws JobFailedException when a stream's staging bucket or its index can't be read
    public static Replica start(ReplicaSettings settings, Surroundings around) {
        try {
            return new Replica(settings, around);
        } catch (ApiException e) {
            throw new UsageException("A configuration is refused: " + e.getMessage());
        }
    }

    /// What takes lines of metrics: whoever sends the log to CloudWatch asks for them.
    private static Consumer<String> metrics(Map<String, String> environment, Surroundings around) {
        return switch (environment.getOrDefault(METRICS, "")) {
            case "" -> _ -> {};
            case CLOUDWATCH -> around.lines();
            default -> throw new UsageException(METRICS + " is '" + environment.get(METRICS) + "'; set it to "
                    + CLOUDWATCH + ", for lines of metrics in the log, or leave it out");
        };
    }

    private static DirectStream stream(StreamState state, ObjectNode configuration, Map<String, String> environment,
            Surroundings around, Consumer<String> metrics) {
        Map<String, String> own = new HashMap<>(environment);
        own.put("SLUICE_CONFIG", configuration.toString());
        try {
            Stream stream = AwsPorts.of(own, around.http()).stream(around.clock(), _ -> {});
            var ages = new GroupAgeMetric(stream.configuration(), around.clock(), around.nanos(), metrics);
            var replica = new DirectStream(state, stream, ages, around.nanos(), around.warnings());
            stream.intake().reachStores();
            return replica;
        } catch (IllegalArgumentException e) {
            throw new UsageException("The stream " + state.name() + " can't be served: " + e.getMessage());
        } catch (StoreException e) {
            throw new JobFailedException("The stream " + state.name() + " can't be served: " + e.getMessage(), e);
        }
    }

    /// The address that clients connect to.
    public URI uri() {
        return endpoint.uri();
    }

    /// Takes no more calls, and answers those that are under way.
    ///
    /// @return why not all were answered; empty when they were
    public Optional<String> stop() {
        streams.values().forEach(DirectStream::hurry);
        try {
            endpoint.close();
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of("Some calls were not answered in time, and their clients must try them again: "
                    + e.getMessage());
        }
    }

    @Override
    public void close() {
        List<DirectStream> all = List.copyOf(streams.values());
        try {
            stop();
        } finally {
            all.forEach(DirectStream::close);
        }
    }
}
