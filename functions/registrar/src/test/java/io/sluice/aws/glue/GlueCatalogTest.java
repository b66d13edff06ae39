package io.sluice.aws.glue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.iceberg.Bucket;
import io.sluice.iceberg.StoreFileIO;
import io.sluice.objects.StoreException;
import io.sluice.testkit.glue.GlueServer.Fault;
import io.sluice.testkit.glue.GlueServer;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;

/// What a table in Glue asks of Glue, and how it takes each answer. The requests of a table's life are recorded in
/// `requests.txt`; a file with what was sent is written beside the test's classes.
final class GlueCatalogTest {
    private static final TableIdentifier NAME = TableIdentifier.of("sluice", "orders");
    private static final Path RECORDED = Path.of("src/test/resources/io/sluice/aws/glue/requests.txt");

    private final MemoryObjectStore store = new MemoryObjectStore(() -> Instant.EPOCH);
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final List<Duration> pauses = new ArrayList<>();
    /// By action, what becomes of the next requests for it.
    private final Map<String, List<Fault>> faults = new HashMap<>();
    private final GlueServer server = new GlueServer(this::fault);

    GlueCatalogTest() throws IOException {}

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    private Fault fault(String action) {
        List<Fault> next = faults.getOrDefault(action.substring(action.indexOf('.') + 1), new ArrayList<>());
        return next.isEmpty() ? Fault.NONE : next.removeFirst();
    }

    private void next(String action, Fault... become) {
        faults.put(action, new ArrayList<>(List.of(become)));
    }

    private GlueCatalog catalog() {
        return catalog(Optional.empty());
    }

    private GlueCatalog catalog(Optional<String> account) {
        return new GlueCatalog(http, StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "key")),
                Region.EU_CENTRAL_1, account, Optional.of(server.uri()),
                new StoreFileIO(new Bucket("s3://lake/", store)), pauses::add);
    }

    private static TableOperations create(GlueCatalog catalog) {
        if (!catalog.namespaceExists(NAME.namespace())) {
            catalog.createNamespace(NAME.namespace());
        }
        return ((BaseTable) catalog.buildTable(NAME, schema()).withLocation("s3://lake/iceberg/orders")
                .withProperties(Map.of("write.data.path", "s3://lake")).create()).operations();
    }

    private static Schema schema() {
        return new Schema(Types.NestedField.optional(1, "id", Types.StringType.get(), "of the shop"),
                Types.NestedField.required(2, "at", Types.TimestampType.withZone()),
                Types.NestedField.optional(3, "price", Types.DecimalType.of(10, 2)),
                Types.NestedField.optional(4, "tags", Types.MapType.ofOptional(5, 6, Types.StringType.get(),
                        Types.ListType.ofOptional(7, Types.StructType.of(
                                Types.NestedField.optional(8, "n", Types.LongType.get()),
                                Types.NestedField.optional(9, "b", Types.BinaryType.get()))))));
    }

    private static TableMetadata with(TableMetadata base, String property, String value) {
        Map<String, String> properties = new HashMap<>(base.properties());
        properties.put(property, value);
        return base.replaceProperties(properties);
    }

    private TableOperations loaded() {
        return ((BaseTable) catalog().loadTable(NAME)).operations();
    }

    private String location() {
        return Objects.requireNonNull(server.tables.get("sluice.orders")).path("Parameters").path("metadata_location")
                .asText();
    }

    private long sent(String action) {
        return server.requests.stream().filter(each -> each.startsWith("AWSGlue." + action + " ")).count();
    }

    /// A table is made, gets a column and loses one, has a parameter of others, and is read again.
    @Test
    void aTablesLifeTakesTheRecordedRequests() throws IOException {
        GlueCatalog catalog = catalog();
        TableOperations table = create(catalog);
        table.commit(table.current(), with(table.current(), "sluice.owner", "orders"));
        server.touch("sluice.orders", "somebodys", "own");
        table.refresh();
        TableMetadata base = table.current();
        Schema other = new Schema(Types.NestedField.optional(1, "id", Types.StringType.get()),
                Types.NestedField.optional(10, "open", Types.BooleanType.get()));
        table.commit(base, TableMetadata.buildFrom(base).setCurrentSchema(other, 10).build());
        assertEquals(table.refresh().metadataFileLocation(), loaded().current().metadataFileLocation());
        catalog(Optional.of("123456789012")).tableExists(NAME);
        String requests = String.join("\n", server.requests).replaceAll(
                "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<uuid>") + "\n";
        Files.writeString(Path.of("target", "requests.txt"), requests);
        assertEquals(Files.readString(RECORDED), requests);
        assertTrue(server.signed.stream().allMatch(each -> each.matches(
                "AWS4-HMAC-SHA256 Credential=id/\\d{8}/eu-central-1/glue/aws4_request, .*x-amz-target.*")),
                server.signed::toString);
    }

    @Test
    void whoeverChangedTheEntrySinceItWasReadWasFirst() {
        create(catalog());
        TableOperations first = loaded();
        TableOperations second = loaded();
        TableOperations third = loaded();
        first.commit(first.current(), with(first.current(), "who", "first"));
        assertThrows(CommitFailedException.class,
                () -> second.commit(second.current(), with(second.current(), "who", "second")));
        assertEquals("first", second.refresh().property("who", ""));
        second.commit(second.current(), with(second.current(), "who", "second"));
        // A parameter alone, by a console.
        server.touch("sluice.orders", "somebodys", "own");
        third.refresh();
        server.touch("sluice.orders", "somebodys", "other");
        assertThrows(CommitFailedException.class,
                () -> third.commit(third.current(), with(third.current(), "who", "third")));
        assertEquals("second", loaded().current().property("who", ""));
    }

    @Test
    void aThrottledRequestIsSentAgainALittleLater() {
        TableOperations table = create(catalog());
        next("GetTable", Fault.THROTTLED, Fault.THROTTLED);
        table.refresh();
        next("UpdateTable", Fault.THROTTLED, Fault.THROTTLED, Fault.THROTTLED, Fault.THROTTLED);
        table.commit(table.current(), with(table.current(), "a", "b"));
        assertEquals("b", loaded().current().property("a", ""));
        assertEquals(6, pauses.size());
        assertTrue(pauses.stream().allMatch(each -> each.toMillis() >= 100 && each.toMillis() < 1_600),
                pauses::toString);
    }

    @Test
    void whatIsThrottledForLongIsNotCarriedOutAndSaysSo() {
        TableOperations table = create(catalog());
        next("UpdateTable", Stream.generate(() -> Fault.THROTTLED).limit(5).toArray(Fault[]::new));
        StoreException refused = assertThrows(StoreException.class,
                () -> table.commit(table.current(), with(table.current(), "a", "b")));
        assertEquals(StoreException.Kind.UNAVAILABLE, refused.kind());
        assertTrue(refused.getMessage().startsWith("Glue's UpdateTable of sluice.orders: HTTP 400 ThrottlingExc"),
                refused::getMessage);
        assertEquals("", loaded().current().property("a", ""));
    }

    /// The change was carried out: that is read back. The JDK's client sends one again whose connection broke, and
    /// gets a conflict with the first.
    @ParameterizedTest
    @EnumSource(value = Fault.class, names = {"BROKEN", "FAILED_AFTER", "TIMED_OUT_AFTER"})
    void aChangeWhoseAnswerIsLostIsReadBack(Fault lost) {
        next("CreateTable", lost);
        TableOperations table = create(catalog());
        assertEquals(lost == Fault.BROKEN ? 2 : 1, sent("CreateTable"));
        next("UpdateTable", lost);
        table.commit(table.current(), with(table.current(), "a", "b"));
        assertEquals(lost == Fault.BROKEN ? 2 : 1, sent("UpdateTable"));
        assertEquals("b", loaded().current().property("a", ""));
    }

    @Test
    void aChangeThatCannotBeReadBackIsUnknown() {
        TableOperations table = create(catalog());
        table.refresh();
        for (Fault lost : List.of(Fault.FAILED_AFTER, Fault.BROKEN)) {
            next("UpdateTable", lost);
            next("GetTable", Fault.EXPIRED);
            var unknown = assertThrows(CommitStateUnknownException.class,
                    () -> table.commit(table.current(), with(table.current(), "a", lost.name())));
            assertEquals(1, unknown.getSuppressed().length);
            assertEquals(lost.name(), table.refresh().property("a", ""));
        }
    }

    @Test
    void nothingIsDeletedWhereACommitFails() {
        TableOperations table = create(catalog());
        next("UpdateTable", Fault.EXPIRED);
        int before = store.contents().size();
        assertThrows(StoreException.class, () -> table.commit(table.current(), with(table.current(), "a", "b")));
        assertEquals(before + 1, store.contents().size(), "the metadata that nothing names is swept later");
    }

    @Test
    void anExpiredTokenIsToldAndNoConflict() {
        TableOperations table = create(catalog());
        next("UpdateTable", Fault.EXPIRED);
        StoreException refused = assertThrows(StoreException.class,
                () -> table.commit(table.current(), with(table.current(), "a", "b")));
        assertEquals(StoreException.Kind.REFUSED, refused.kind());
        assertEquals("Glue's UpdateTable of sluice.orders: HTTP 400 ExpiredTokenException as the test wants; check"
                + " Sluice.Iceberg, and what the function's role and Lake Formation allow", refused.getMessage());
        assertEquals(1, sent("UpdateTable"));
        next("GetTable", Fault.EXPIRED);
        assertThrows(StoreException.class, table::refresh);
    }

    @Test
    void aQuestionIsAskedAgainWhateverBecameOfItsAnswer() {
        TableOperations table = create(catalog());
        next("GetTable", Fault.BROKEN, Fault.FAILED_AFTER, Fault.TIMED_OUT_AFTER, Fault.THROTTLED);
        table.refresh();
        next("GetTable", Stream.generate(() -> Fault.BROKEN).limit(10).toArray(Fault[]::new));
        assertEquals(StoreException.Kind.UNAVAILABLE, assertThrows(StoreException.class, table::refresh).kind());
    }

    @Test
    void aTableThatIsNoneOfIcebergsIsToldAndLeftAlone() {
        create(catalog());
        server.touch("sluice.orders", "table_type", "VIRTUAL_VIEW");
        ValidationException refused = assertThrows(ValidationException.class, this::loaded);
        assertEquals("table sluice.orders in Glue is no Iceberg table (table_type is 'VIRTUAL_VIEW'): name another in"
                + " Sluice.Iceberg.Table, or drop it", refused.getMessage());
        assertEquals(1, sent("CreateTable"));
    }

    @Test
    void aTableThatWasDroppedIsNotMadeAgainByACommit() {
        TableOperations table = create(catalog());
        TableMetadata base = table.current();
        server.tables.clear();
        assertThrows(NoSuchTableException.class, () -> table.commit(base, with(base, "a", "b")));
        assertThrows(NoSuchTableException.class, table::refresh);
        assertThrows(NoSuchTableException.class, this::loaded);
        assertEquals(Map.of(), server.tables);
    }

    @Test
    void whatAnotherMadeInBetweenIsThere() {
        create(catalog());
        String made = location();
        assertThrows(AlreadyExistsException.class, () -> create(catalog()));
        GlueCatalog catalog = catalog();
        assertThrows(AlreadyExistsException.class, () -> catalog.createNamespace(Namespace.of("sluice")));
        assertEquals(made, location());
    }

    /// Its name is also one of Iceberg's metadata tables.
    @Test
    void aTableMayBeNamedAsIcebergsOwnTablesAre() {
        assertThrows(NoSuchTableException.class,
                () -> catalog().loadTable(TableIdentifier.of("sluice", "history")));
        assertEquals(1, server.requests.size());
    }

    @Test
    void eachCommitNamesTheMetadataBefore() {
        TableOperations table = create(catalog());
        String first = location();
        table.commit(table.current(), with(table.current(), "a", "b"));
        assertNotEquals(first, location());
        assertEquals(first, Objects.requireNonNull(server.tables.get("sluice.orders")).path("Parameters")
                .path("previous_metadata_location").asText());
    }
}
