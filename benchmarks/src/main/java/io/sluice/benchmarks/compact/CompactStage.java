package io.sluice.benchmarks.compact;

import io.sluice.app.Stream;
import io.sluice.aws.AwsClients;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.benchmarks.data.ClickstreamConfiguration;
import io.sluice.compaction.Compaction;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.source.SourceListing;
import io.sluice.view.DayRun;
import io.sluice.view.DayRun.Outcome;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The embedded servers with a day of small objects, and the bare copy beside the compaction: the same server, client
/// and number of requests at once.
final class CompactStage implements AutoCloseable {
    static final String LARGE = "large/";
    private static final int REQUESTS_MAX = 64;
    private static final String SMALL = "customer=";

    private final EmbeddedServices services;
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final Workers workers = new VirtualThreadWorkers(REQUESTS_MAX);
    private final ObjectStore data;
    private final ObjectStore staging;

    CompactStage(EmbeddedServices services) {
        this.services = services;
        var s3 = AwsClients.s3(http, Optional.of(services.s3Endpoint()));
        this.data = new S3ObjectStore(s3, bucket("SLUICE_DATA_BUCKET"), Optional.empty(), new RequestCounts());
        this.staging = new S3ObjectStore(s3, bucket("SLUICE_STAGING_BUCKET"), Optional.empty(), new RequestCounts());
    }

    private String bucket(String variable) {
        return Objects.requireNonNull(services.environment().get(variable));
    }

    /// Puts the day's objects in the place of all others.
    void deliver(SmallObjectDay day) {
        clear();
        data.delete(keys(data, SMALL));
        workers.map(IntStream.range(0, day.objects()).boxed().toList(), number -> {
            data.put(day.key(number), Body.of(day.bytes(number)));
            return number;
        });
    }

    /// Compacts the day, from the listing to the view, and gives how long that took. Nothing is removed: that waits for
    /// the queries under way.
    ///
    /// @throws WrongOutputException when not all of it is compacted
    long compact(SmallObjectDay day) {
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG",
                ClickstreamConfiguration.buffer(day.compression()).named(day.stream()).compactedTo(LARGE).json());
        InstantSource later = InstantSource.fixed(Clickstream.START.plus(Duration.ofDays(3)));
        try (Stream stream = AwsPorts.of(environment).stream(later, _ -> {})) {
            long start = System.nanoTime();
            Compaction compaction = stream.lake().compaction(Optional.empty(), Deadline.NONE);
            SourceListing listing = compaction.list();
            LocalDate date = LocalDate.ofInstant(Clickstream.START, ZoneOffset.UTC);
            WrongOutputException.unlessEqual("compact: days", List.of(date), compaction.due(listing));
            Outcome outcome = new DayRun<>(compaction, workers).run(date, listing);
            long nanos = System.nanoTime() - start;
            switch (outcome) {
                case Outcome.Ended(var round, var _, var _) ->
                    WrongOutputException.unlessEqual("compact: objects joined", day.objects(),
                            round.units().stream().mapToInt(List::size).sum());
                case Outcome.Left() -> throw new WrongOutputException("compact: the day was left");
                case Outcome.Blocked blocked -> throw new WrongOutputException("compact: " + blocked.why());
                case Outcome.Changing(var why) -> throw new WrongOutputException("compact: " + why);
            }
            return nanos;
        }
    }

    /// GETs each object and PUTs its bytes under another key; gives how long that took.
    long copy(List<ObjectInfo> objects) {
        long start = System.nanoTime();
        workers.map(objects, object -> {
            byte[] bytes = data.get(object.key());
            staging.put(new ObjectKey("copy/" + object.key()), Body.of(bytes));
            return bytes.length;
        });
        return System.nanoTime() - start;
    }

    List<ObjectInfo> small() {
        return list(data, SMALL);
    }

    List<ObjectInfo> large() {
        return list(data, LARGE);
    }

    byte[] get(ObjectInfo object) {
        return data.get(object.key());
    }

    /// Forgets the last round.
    void clear() {
        data.delete(keys(data, LARGE));
        data.delete(keys(data, "views/"));
        staging.delete(keys(staging, ""));
    }

    private static List<ObjectKey> keys(ObjectStore store, String prefix) {
        return list(store, prefix).stream().map(ObjectInfo::key).toList();
    }

    private static List<ObjectInfo> list(ObjectStore store, String prefix) {
        List<ObjectInfo> objects = new ArrayList<>();
        ObjectPage page = store.list(prefix, "");
        objects.addAll(page.objects());
        while (page.more()) {
            page = store.list(prefix, objects.getLast().key().value());
            objects.addAll(page.objects());
        }
        return objects;
    }

    @Override
    public void close() {
        http.close();
    }
}
