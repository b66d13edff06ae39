package io.sluice.lambda;

import io.sluice.aws.RequestCounts;
import io.sluice.compaction.Compaction;
import io.sluice.compaction.CompactionException;
import io.sluice.compaction.CompactionPlan;
import io.sluice.compaction.CompactionPorts;
import io.sluice.compaction.FlushWriters;
import io.sluice.compaction.RowPorts;
import io.sluice.config.StreamConfiguration;
import io.sluice.convert.RowFormat;
import io.sluice.convert.RowReaders;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.ingest.Ingest;
import io.sluice.input.RowFiles;
import io.sluice.layout.DayOfKey;
import io.sluice.layout.Filing;
import io.sluice.repartition.Parts;
import io.sluice.repartition.Repartition;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.repartition.ViewTables;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.source.SourceStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// Builds a repartition's components out of the environment variables that the functions have; see [Wiring].
public final class RepartitionWiring implements AutoCloseable {
    private static final int REQUESTS_MAX = 64;
    /// Each holds the first bytes of some objects, and a temporary file.
    private static final int JOINS_MAX = 4;

    private final Settings settings;
    private final InstantSource clock;
    private final Ports ports;

    RepartitionWiring(Settings settings, InstantSource clock, Ports ports) {
        this.settings = settings;
        this.clock = clock;
        this.ports = ports;
    }

    /// For a function: the process's environment and the system clock.
    static RepartitionWiring ofFunction() {
        return create(System.getenv(), InstantSource.system());
    }

    /// @throws IllegalArgumentException naming every variable that is missing or wrong
    public static RepartitionWiring create(Map<String, String> environment, InstantSource clock) {
        return create(environment, clock, UrlConnectionHttpClient.create());
    }

    /// @param http carries every request to AWS; closed with the wiring
    public static RepartitionWiring create(Map<String, String> environment, InstantSource clock, SdkHttpClient http) {
        Settings settings = Settings.parse(environment);
        return new RepartitionWiring(settings, clock, new AwsPorts(settings, http));
    }

    /// @throws io.sluice.repartition.RepartitionException when the request cannot be carried out as it is
    public Repartition repartition(RepartitionRequest request) {
        SourceStore source = ports.sourceObjects();
        Optional<String> key = source.list(request.from(), "").objects().stream().map(object -> object.key().value())
                .filter(each -> DayOfKey.of(each).isPresent()).findFirst();
        return new Repartition(request.settings(settings.stream(), settings.dataBucket()), parts(source),
                ViewTables.of(settings.stream(), request.from(), key, request.sourceTable()));
    }

    /// @param grace how long joined objects stay; empty: as the configuration says
    /// @throws CompactionException when the configuration asks for no compaction, or for one that cannot be carried out
    public Compaction compaction(Optional<Duration> grace) {
        return compaction(grace, ports.sourceObjects());
    }

    /// For a function: sources are read while there is time.
    CompactionSteps compaction(Deadline deadline) {
        return new CompactionSteps(compaction(Optional.empty(), new TimedSource(ports.sourceObjects(), deadline)),
                CompactionPlan.view(settings.stream()), deadline);
    }

    private Compaction compaction(Optional<Duration> grace, SourceStore source) {
        StreamConfiguration stream = settings.stream();
        return new Compaction(CompactionPlan.settings(stream, settings.dataBucket(), grace),
                new CompactionPorts(source, ports.data(), ports.staging(),
                        new FlushWriters(new StreamLanes(stream, new Pipeline(stream, clock), ports, clock,
                                REQUESTS_MAX).openDeliveries()),
                        new VirtualThreadWorkers(REQUESTS_MAX), new VirtualThreadWorkers(JOINS_MAX),
                        new VirtualThreadWorkers(REQUESTS_MAX), clock, rows()),
                CompactionPlan.view(stream));
    }

    private static Optional<RowPorts> rows() {
        return PluginServices.only(RowFormat.class).flatMap(format -> PluginServices.only(RowReaders.class)
                .flatMap(readers -> PluginServices.only(RowFiles.class)
                        .map(files -> new RowPorts(format, readers, files))));
    }

    private Parts parts(SourceStore source) {
        StreamConfiguration stream = settings.stream();
        Pipeline pipeline = new Pipeline(stream, clock);
        return new Parts(source, ports.data(), ports.staging(),
                name -> new Buffer(name, ports.staging(), ports.index(name)), buffer -> ingest(pipeline, buffer),
                Wiring::converters, pipeline.flushSettings(),
                new VirtualThreadWorkers(REQUESTS_MAX), clock, () -> UUID.randomUUID().toString(),
                PluginServices.only(RowFiles.class));
    }

    /// The stream's ingest for a day's buffer. What was read line by line is written line by line, whatever the
    /// stream's producers did about line ends; unless it is converted. Nothing is filed on another day than its own.
    private Ingest ingest(Pipeline pipeline, Buffer buffer) {
        return new Ingest(new Ingest.IngestSettings(settings.stream().sluice().indexShards(),
                settings.stream().conversion(), new Filing(settings.stream().timeZone(), Duration.ZERO)),
                pipeline.bufferProcessor(), pipeline.binders(), Delimiting.NEWLINE, buffer);
    }

    /// The requests to AWS so far.
    public RequestCounts.Snapshot requests() {
        return ports.requests();
    }

    InstantSource clock() {
        return clock;
    }

    @Override
    public void close() {
        ports.close();
    }
}
