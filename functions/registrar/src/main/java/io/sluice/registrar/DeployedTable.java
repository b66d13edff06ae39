package io.sluice.registrar;

import io.sluice.app.Stream;
import io.sluice.config.IcebergSection;
import io.sluice.config.StreamConfiguration;
import io.sluice.iceberg.Bucket;
import io.sluice.iceberg.Registration;
import io.sluice.iceberg.StreamTable;
import io.sluice.lambda.AwsPorts;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LandingCursors.Reader;
import io.sluice.landing.LandingLog;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The Iceberg table of a deployed stream, whose catalog is opened when it is first asked. For one thread, as a
/// function has; others of the same stream may be at work at the same time.
///
/// Every method throws what [StreamTable]'s do.
public final class DeployedTable implements AutoCloseable {
    private static final int READS_MAX = 32;

    private final IcebergSection section;
    private final AwsPorts ports;
    private final Stream stream;
    private final DeployedCatalog catalog;
    private final InstantSource clock;
    private final RegistrarTelemetry telemetry;
    private final ExecutorService workers = Executors.newFixedThreadPool(READS_MAX, Thread.ofVirtual().factory());
    private @Nullable StreamTable opened;

    private DeployedTable(AwsPorts ports, Stream stream, Function<IcebergSection, DeployedCatalog> catalog,
            InstantSource clock, RegistrarTelemetry telemetry) {
        this.section = stream.configuration().sluice().iceberg().orElseThrow(() -> new IllegalArgumentException(
                "stream " + stream.configuration().stream() + " has no Iceberg table: name its catalog in"
                        + " Sluice.Iceberg"));
        this.ports = ports;
        this.stream = stream;
        this.catalog = catalog.apply(section);
        this.clock = clock;
        this.telemetry = telemetry;
    }

    /// The table of a function's stream.
    ///
    /// @param environment the function's variables
    /// @param lines       takes log and metric lines, without their ends
    /// @throws IllegalArgumentException when a variable is missing or wrong, or the stream has no table in a catalog
    ///     that a function reaches
    public static DeployedTable of(Map<String, String> environment, InstantSource clock, Consumer<String> lines) {
        return of(environment, UrlConnectionHttpClient.create(), clock, lines);
    }

    /// @param http carries every request to AWS; closed with the table
    public static DeployedTable of(Map<String, String> environment, SdkHttpClient http, InstantSource clock,
            Consumer<String> lines) {
        AwsPorts ports = AwsPorts.of(environment, http);
        Stream stream = ports.stream(clock, lines);
        return new DeployedTable(ports, stream, section -> new DeployedCatalog(section.catalog(), environment, http),
                clock, new RegistrarTelemetry(stream.configuration(), clock, lines));
    }

    /// Registers what landed until the next run is due, so that runs of a schedule do not pile up; or as far as there
    /// is time.
    Registration register(Deadline deadline) {
        Instant due = clock.instant().plus(section.commitEvery());
        Deadline both = () -> shorter(Duration.between(clock.instant(), due), deadline.remaining());
        try {
            return told(with(table -> table.register(both)));
        } catch (RuntimeException e) {
            lag(e).ifPresent(telemetry::behind);
            throw e;
        }
    }

    Registration backfill(String prefix) {
        return told(with(table -> table.backfill(prefix)));
    }

    int sweep() {
        int deleted = with(StreamTable::sweep);
        telemetry.swept(deleted);
        return deleted;
    }

    @Override
    public void close() {
        workers.close();
        stream.close();
    }

    private Registration told(Registration registration) {
        boolean isIdle = registration.commits() == 0 && registration.problems().isEmpty() && !registration.more();
        if (!isIdle) {
            boolean isWhole = registration.problems().isEmpty() && !registration.more();
            telemetry.registered(registration, isWhole ? Duration.ZERO : waiting());
        }
        return registration;
    }

    /// A token that is not valid any more is read again by the next run.
    private <T> T with(Function<StreamTable, T> work) {
        StreamTable table = opened;
        if (table == null) {
            table = open();
            opened = table;
        }
        try {
            return work.apply(table);
        } catch (NotAuthorizedException e) {
            opened = null;
            throw e;
        }
    }

    private StreamTable open() {
        StreamConfiguration configuration = stream.configuration();
        Bucket bucket = new Bucket("s3://" + ports.buckets().getFirst() + "/", ports.data());
        return new StreamTable(configuration, bucket, ports.staging(), this::buffers, catalog.open(bucket),
                ports.landingCursors(Reader.TABLE), clock, workers);
    }

    private List<String> buffers() {
        String lake = LakeLog.chain(stream.configuration().stream());
        return stream.landings().logs().stream().map(LandingLog::buffer).filter(name -> !name.equals(lake)).toList();
    }

    private Optional<Duration> lag(RuntimeException cause) {
        try {
            return Optional.of(waiting());
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
            return Optional.empty();
        }
    }

    /// How long the oldest landing waits, by the cursors alone: the catalog may be what is out of reach.
    private Duration waiting() {
        Map<String, Long> cursors = ports.landingCursors(Reader.TABLE).read();
        return stream.landings().logs().stream()
                .flatMap(log -> log.steps(cursors.getOrDefault(log.buffer(), 0L))
                        .filter(LandingLog.Step.Came.class::isInstance).map(LandingLog.Step.Came.class::cast).limit(1))
                .map(came -> Instant.ofEpochMilli(came.landing().landed().at())).min(Comparator.naturalOrder())
                .map(oldest -> Duration.between(oldest, clock.instant())).filter(each -> !each.isNegative())
                .orElse(Duration.ZERO);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
