package io.sluice.aws.glue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ObjectConverter;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.StagedConversions;
import io.sluice.iceberg.Bucket;
import io.sluice.iceberg.Chain;
import io.sluice.iceberg.DataObject;
import io.sluice.iceberg.RegisteredTable;
import io.sluice.iceberg.Registrar;
import io.sluice.iceberg.Registration;
import io.sluice.iceberg.SnapshotRules;
import io.sluice.iceberg.Step;
import io.sluice.iceberg.StoreFileIO;
import io.sluice.iceberg.TableDefinition;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.parquet.ParquetFormat;
import io.sluice.testkit.glue.GlueServer.Fault;
import io.sluice.testkit.glue.GlueServer;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.work.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;

/// The registrar on Glue, each request of one run after the other of which goes wrong: each object is in the table,
/// once.
@Tag("long")
final class GlueRegistrarTest {
    private static final TableIdentifier NAME = TableIdentifier.of("sluice", "quakes");
    private static final List<Column> COLUMNS = List.of(Column.of("id", ColumnType.parse("string")));

    private final MemoryObjectStore store = new MemoryObjectStore(() -> Instant.EPOCH);
    private final Bucket bucket = new Bucket("s3://lake/", store);
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger(-1);
    private final List<Step> landed = new ArrayList<>();
    private final List<String> right = new ArrayList<>();
    private final byte[] file = parquet();

    GlueRegistrarTest() throws IOException {}

    @AfterEach
    void stop() {
        http.close();
        workers.close();
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aRequestOfGluesThatGoesWrongDoublesAndLosesNothing(Fault fault) throws IOException {
        try (var server = new GlueServer(_ -> requests.getAndIncrement() == wrong.get() ? fault : Fault.NONE)) {
            boolean reached = true;
            int at = 0;
            while (reached) {
                // The first run makes database and table.
                land("a" + at, "b" + at);
                requests.set(0);
                wrong.set(at);
                try {
                    register(server);
                } catch (RuntimeException _) {
                    // The next run goes on.
                }
                reached = requests.get() > at;
                wrong.set(-1);
                assertEquals(List.of(), register(server).problems());
                assertEquals(right, scanned(server), fault + " at request " + at);
                at++;
            }
            int all = at;
            assertTrue(all > 2, () -> "of requests there are more than " + all);
        }
    }

    /// Each run of the first makes the table anew.
    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aTableIsMadeOnceWhateverGoesWrong(Fault fault) throws IOException {
        for (int at = 0; at < 9; at++) {
            landed.clear();
            right.clear();
            requests.set(0);
            wrong.set(at);
            try (var server = new GlueServer(_ -> requests.getAndIncrement() == wrong.get() ? fault : Fault.NONE)) {
                land("c" + at);
                try {
                    register(server);
                } catch (RuntimeException _) {
                    // The next run goes on.
                }
                wrong.set(-1);
                register(server);
                assertEquals(right, scanned(server), fault + " at request " + at);
            }
        }
    }

    private void land(String... names) {
        List<DataObject> objects = new ArrayList<>();
        for (String name : names) {
            var key = new ObjectKey("quakes/net=x/" + name + ".parquet");
            store.put(key, Body.of(file));
            right.add("s3://lake/" + key);
            objects.add(new DataObject(key, file.length, List.of(Optional.of("x"))));
        }
        right.sort(null);
        long last = landed.isEmpty() ? 0 : landed.getLast().version();
        landed.add(new Step.Landed(last + 1, last, objects));
    }

    private Registration register(GlueServer server) {
        Chain chain = new Chain() {
            @Override
            public String name() {
                return "quakes";
            }

            @Override
            public Stream<Step> after(long version) {
                return List.copyOf(landed).stream().filter(step -> step.version() > version);
            }
        };
        var definition = new TableDefinition("quakes", "s3://lake/iceberg/quakes", "s3://lake", COLUMNS,
                List.of(Column.of("net", ColumnType.parse("string"))));
        return new Registrar(new RegisteredTable(catalog(server), NAME, definition), bucket, List.of(chain),
                Optional.empty(), SnapshotRules.DEFAULT, () -> Instant.EPOCH, workers).register(Deadline.NONE);
    }

    private List<String> scanned(GlueServer server) throws IOException {
        try (CloseableIterable<org.apache.iceberg.FileScanTask> files = catalog(server).loadTable(NAME).newScan()
                .planFiles()) {
            return StreamSupport.stream(files.spliterator(), false).map(task -> task.file().location()).sorted()
                    .toList();
        }
    }

    private Catalog catalog(GlueServer server) {
        return new GlueCatalog(http, StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "key")),
                Region.EU_CENTRAL_1, Optional.empty(), Optional.of(server.uri()), new StoreFileIO(bucket), _ -> {});
    }

    private static byte[] parquet() throws IOException {
        var staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
        var conversion = new FormatConversion(FormatConversion.RULES, COLUMNS, Deserializer.OpenX.DEFAULT,
                ParquetSettings.DEFAULT, Optional.empty());
        StagedConversions.keep("quakes", conversion, staging);
        var file = new ByteArrayOutputStream();
        try (ObjectConverter.Draft draft = new StagedConversions("quakes", staging, new ParquetFormat())
                .of(conversion.id()).begin(new ObjectKey("quakes.parquet"), file)) {
            assertEquals(Optional.empty(), draft.add("{\"id\":\"ak1\"}".getBytes(StandardCharsets.UTF_8)));
            draft.finish();
        }
        return file.toByteArray();
    }
}
