package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.RequestLog;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/// What is in the table after runs of the registrar, whatever others did to it.
final class RegistrarTest {
    private final World world = new World();

    @Test
    void whatLandedIsInTheTableOnceHoweverOftenItRuns() {
        world.land(world.buffer, "a", "bb");
        world.land(world.lane, "ccc");
        Registration first = world.register();
        assertEquals(3, first.added());
        assertEquals(1, first.commits());
        assertEquals(Map.of("quakes", 2L, "quakes!lane!1", 2L, "quakes!lake", 0L), first.marks());
        world.assertRight("after the first run");
        Registration second = world.register();
        assertEquals(0, second.commits());
        assertFalse(second.more());
        world.land(world.buffer, "d");
        world.register();
        world.assertRight("after the third run");
    }

    @Test
    void anIdleRunReadsTheTableAndTheChainsAndWritesNothing() {
        world.land(world.buffer, "a");
        world.register();
        RequestLog log = new RequestLog(_ -> {}, _ -> {});
        world.registrar(log).register(Deadline.NONE);
        assertEquals(List.of("LIST quakes", "LIST quakes!lake", "LIST quakes!lane!1"),
                log.names.stream().filter(name -> name.startsWith("LIST")).sorted().toList());
        assertEquals(List.of(), log.names.stream().filter(name -> !name.startsWith("LIST") && !name.startsWith("GET")
                && !name.equals("read")).toList(), log.names::toString);
        assertTrue(log.names.size() < 10, log.names::toString);
    }

    @Test
    void aFooterIsReadOnceAndByOneRequest() {
        world.land(world.buffer, "a", "bb");
        RequestLog log = new RequestLog(_ -> {}, _ -> {});
        world.registrar(log).register(Deadline.NONE);
        assertEquals(2, log.names.stream().filter(name -> name.contains(".parquet")).count(), log.names::toString);
    }

    @Test
    void partitionValuesAreTheKeysAndNotWhatThePathMakesOfThem() throws Exception {
        DataObject slashed = world.object("a", "a/b=c %2F");
        DataObject none = new DataObject(world.object("n", "x").key(), slashed.bytes(), List.of(Optional.empty()));
        world.buffer.landed(slashed, none, world.object("h", "__HIVE_DEFAULT_PARTITION__"));
        world.register();
        List<String> values = new ArrayList<>();
        try (var files = world.table().newScan().planFiles()) {
            for (FileScanTask task : files) {
                values.add(String.valueOf(task.file().partition().get(0, String.class)));
            }
        }
        assertEquals(List.of("a/b=c %2F", "null", "null"), values.stream().sorted().toList());
        try (var files = world.table().newScan().filter(Expressions.equal("net", "a/b=c %2F")).planFiles()) {
            assertEquals(1, StreamSupport.stream(files.spliterator(), false).count());
        }
    }

    @Test
    void whatIsReplacedAndRemovedIsNoDataFileAnyMore() {
        List<DataObject> small = world.land(world.buffer, "a", "bb", "ccc");
        List<DataObject> others = world.land(world.lane, "d", "e");
        world.register();
        world.replace(small.subList(0, 2), "joined");
        world.remove(others.getFirst());
        Registration run = world.register();
        assertEquals(3, run.removed());
        assertEquals(1, run.commits());
        world.assertRight("afterwards");
        // In one go, of a table that never saw the sources.
        World fresh = new World();
        List<DataObject> never = fresh.land(fresh.buffer, "a", "bb");
        fresh.replace(never, "joined");
        fresh.register();
        fresh.assertRight("in one go");
    }

    @Test
    void anObjectThatIsWrittenAnewUnderItsKeyIsOneDataFile() {
        DataObject object = world.land(world.buffer, "a").getFirst();
        world.register();
        byte[] shorter = ParquetBytes.of(ParquetBytes.COLUMNS, "{\"id\":\"ak1\",\"mag\":1.5}");
        world.store.put(object.key(), Body.of(shorter));
        world.lake.replaced(world.heads(), List.of(object.key().value()),
                new DataObject(object.key(), shorter.length, object.values()));
        world.register();
        world.assertRight("once");
        assertEquals("1", world.table().currentSnapshot().summary().get("total-records"));
    }

    @Test
    void aRemovalWaitsForTheEntriesThatItWasPlannedAfter() {
        DataObject object = world.land(world.buffer, "a").getFirst();
        world.lake.removed(Map.of("quakes", world.buffer.last() + 2), object.key().value());
        Registration run = world.register();
        assertTrue(run.more());
        world.assertRight("while it waits");
        world.land(world.buffer, "bb");
        world.right.remove(object.key().value());
        assertFalse(world.register().more());
        world.assertRight("after what it waits for");
    }

    @Test
    void snapshotsThatNameARemovedFileExpireWithIt() {
        DataObject object = world.land(world.buffer, "a").getFirst();
        world.register();
        world.land(world.buffer, "bb");
        world.register();
        world.remove(object);
        world.register();
        world.assertRight("afterwards");
        assertEquals(1, StreamSupport.stream(world.table().snapshots().spliterator(), false).count());
    }

    @Test
    void batchesAreCommittedOneByOne() {
        world.objectsMax = 3;
        IntStream.range(0, 10).forEach(i -> world.land(world.buffer, "x" + i, "y" + i));
        Registration run = world.register();
        assertEquals(5, run.commits());
        world.assertRight("afterwards");
    }

    @Test
    void aFileOfAnotherWriterBetweenReadAndCommitStays() {
        world.land(world.buffer, "a");
        world.register();
        world.land(world.buffer, "bb");
        DataObject foreign = world.object("foreign");
        boolean[] done = {false};
        RequestLog log = new RequestLog(name -> {
            if (name.equals("commit") && !done[0]) {
                done[0] = true;
                world.table().newAppend().appendFile(file(foreign)).commit();
            }
        }, _ -> {});
        world.registrar(log).register(Deadline.NONE);
        world.right.put(foreign.key().value(), foreign);
        world.assertRight("both");
    }

    @Test
    void twoRegistrarsAtOnceAddEachObjectOnce() {
        world.land(world.buffer, "a", "bb");
        world.land(world.lane, "ccc");
        for (int at = 0; at < 60; at++) {
            world.tables.clear();
            int place = at;
            int[] count = {0};
            RequestLog log = new RequestLog(_ -> {
                if (count[0]++ == place) {
                    world.register();
                }
            }, _ -> {});
            world.registrar(log).register(Deadline.NONE);
            world.assertRight("the other came at request " + at + " of " + log.names);
        }
    }

    @Test
    void marksThatOthersTookAwayAddNothingTwice() {
        land(5);
        world.register();
        world.table().updateProperties().remove("sluice.landed.quakes").commit();
        land(2);
        world.register();
        world.assertRight("without the property");
    }

    @Test
    void marksThatAreGoneFromEverywhereDoNotAddAnythingTwice() {
        world.objectsMax = 2;
        List<DataObject> small = world.land(world.buffer, "p", "qq");
        land(5);
        world.replace(small, "joined");
        world.register();
        loseMarks();
        land(3);
        world.register();
        world.assertRight("after the marks were lost");
        land(3);
        world.register();
        world.assertRight("and later");
    }

    /// Nor is the table asked for the paths of chains whose marks are right.
    @Test
    void aChainThatIsNewCostsTheOthersNothing() {
        land(3);
        world.register();
        world.land(world.lane, "first");
        world.register();
        world.land(world.lane, "second");
        land(1);
        RequestLog log = new RequestLog(_ -> {}, _ -> {});
        world.registrar(log).register(Deadline.NONE);
        assertEquals(List.of(), log.names.stream().filter(name -> name.startsWith("GET")
                && name.matches(".*-m[0-9]+\\.avro")).toList());
        world.assertRight("afterwards");
    }

    @Test
    void aPropertyThatRunsAheadOfTheSnapshotsIsNotBelieved() {
        land(2);
        world.register();
        long before = world.table().currentSnapshot().snapshotId();
        land(2);
        world.register();
        world.table().manageSnapshots().setCurrentSnapshot(before).commit();
        assertEquals(2, world.scanned().size());
        land(1);
        world.register();
        world.assertRight("after a rollback");
    }

    @Test
    void snapshotsThatOthersExpiredAreNotMissed() {
        land(3);
        world.register();
        world.pass(Duration.ofMinutes(1));
        land(1);
        world.register();
        DataObject foreign = world.object("foreign");
        world.table().newAppend().appendFile(file(foreign)).commit();
        world.right.put(foreign.key().value(), foreign);
        TableOperations operations = ((HasTableOperations) world.table()).operations();
        TableMetadata base = operations.current();
        operations.commit(base, base.removeSnapshotsIf(
                snapshot -> snapshot.snapshotId() != base.currentSnapshot().snapshotId()));
        world.assertRight("with a single foreign snapshot");
        land(2);
        world.register();
        world.assertRight("afterwards");
    }

    @Test
    void aTableThatWasDroppedIsMadeAgainOfWhatIsThere() {
        land(3);
        world.register();
        world.buffer.forget(world.buffer.last());
        world.catalog.get().dropTable(World.NAME, false);
        land(2);
        world.inventory = Optional.of(() -> List.copyOf(world.right.values()).stream());
        Registration run = world.register();
        assertEquals(1, run.problems().size(), run::toString);
        assertTrue(
                run.problems().getFirst().startsWith("entries 1 to 4 of quakes are not kept any more; the table has"),
                run::toString);
        world.assertRight("made again");
        land(2);
        world.register();
        world.assertRight("and further");
    }

    @Test
    void entriesThatAreMissingAreToldAndTheRestIsRegistered() {
        land(1);
        world.register();
        DataObject lost = world.land(world.buffer, "lost").getFirst();
        land(1);
        world.buffer.forget(world.buffer.last() - 2);
        Registration run = world.register();
        assertEquals(1, run.problems().size());
        assertTrue(run.problems().getFirst().contains("sluice iceberg register --from"), run::toString);
        world.right.remove(lost.key().value());
        world.assertRight("without what nobody tells of");
        world.right.put(lost.key().value(), lost);
        assertEquals(1, world.registrar().backfill(List.copyOf(world.right.values()).stream()).added());
        world.assertRight("after a backfill");
        assertEquals(0, world.registrar().backfill(List.copyOf(world.right.values()).stream()).commits());
    }

    /// It was there when objects were listed, and its landing came afterwards.
    @Test
    void anObjectThatWasFoundBeforeItLandedIsAddedOnce() {
        land(1);
        world.register();
        DataObject early = world.object("early");
        world.registrar().backfill(List.of(early).stream());
        world.buffer.landed(early);
        world.right.put(early.key().value(), early);
        world.pass(Duration.ofDays(2));
        world.register();
        world.assertRight("once");
    }

    @Test
    void anObjectThatIsGoneIsToldAndDoesNotStopTheOthers() {
        DataObject gone = world.land(world.buffer, "gone").getFirst();
        world.land(world.buffer, "a");
        world.store.delete(List.of(gone.key()));
        world.right.remove(gone.key().value());
        Registration run = world.register();
        assertEquals(List.of("s3://lake/" + gone.key() + ": it is not there any more. To do: nothing, where it was"
                + " deleted on purpose"), run.problems());
        world.assertRight("the others");
    }

    @Test
    void anObjectThatCannotBeReadStopsItsChainAndNoOther() {
        world.land(world.buffer, "a");
        DataObject broken = world.land(world.buffer, "broken").getFirst();
        DataObject behind = world.land(world.buffer, "behind").getFirst();
        world.land(world.lane, "bb");
        byte[] good = world.store.get(broken.key());
        world.store.put(broken.key(), Body.of(new byte[good.length]));
        Registration run = world.register();
        assertTrue(run.more());
        assertTrue(run.problems().getFirst().contains("quakes stands still before entry 4"), run::toString);
        List<String> there = new ArrayList<>(world.right.keySet());
        there.removeAll(List.of(broken.key().value(), behind.key().value()));
        assertEquals(there, world.scanned());
        world.store.put(broken.key(), Body.of(good));
        world.register();
        world.assertRight("after it was restored");
    }

    @Test
    void anObjectThatIsShorterThanWhatLandedIsNotTakenForMissing() {
        DataObject object = world.land(world.buffer, "a").getFirst();
        world.store.put(object.key(), Body.of(new byte[10]));
        Registration run = world.register();
        assertTrue(run.problems().getFirst().contains("it is shorter than the"), run::toString);
        assertTrue(run.more());
    }

    @Test
    void anotherStreamsTableIsRefusedByName() {
        world.land(world.buffer, "a");
        world.register();
        world.definition = new TableDefinition("clicks", "s3://lake/quakes", "s3://lake", ParquetBytes.COLUMNS,
                world.definition.partitionColumns());
        UnusableTableException refused = assertThrows(UnusableTableException.class, world::register);
        assertEquals("table lake.quakes is of the stream quakes, and clicks would write to it; name another table, or"
                + " set its property sluice.owner to clicks", refused.getMessage());
    }

    @Test
    void aTableThatSluiceDidNotMakeIsRefused() {
        world.catalog.get().createTable(World.NAME, world.definition.schema());
        assertTrue(assertThrows(UnusableTableException.class, world::register).getMessage()
                .contains("has no property sluice.owner"));
    }

    @Test
    void columnsAreNumberedByTheConfigurationAndAddedBehindTheOthers() {
        land(1);
        world.register();
        Table table = world.table();
        assertEquals(List.of(1, 2, 1_000_000_000),
                table.schema().columns().stream().map(Types.NestedField::fieldId).toList());
        assertEquals(1, table.specs().values().stream().filter(spec -> spec.isPartitioned()).count());
        List<Column> more = new ArrayList<>(ParquetBytes.COLUMNS);
        more.add(Column.of("place", ColumnType.parse("struct<name:string,lat:double>")));
        world.definition = new TableDefinition("quakes", "s3://lake/quakes", "s3://lake", more,
                world.definition.partitionColumns());
        land(1);
        world.register();
        world.assertRight("afterwards");
        assertEquals(3, world.table().schema().findField("place").fieldId());
        assertEquals(30_001, world.table().schema().findField("place.lat").fieldId());
        assertTrue(world.table().properties().getOrDefault("schema.name-mapping.default", "").contains("place"));
        // Back to what it was before: a column would be lost.
        world.definition = new World().definition;
        assertThrows(UnusableTableException.class, world::register);
    }

    @Test
    void othersGarbageCollectionIsForbiddenAgain() {
        land(1);
        world.register();
        world.table().updateProperties().set("gc.enabled", "true").commit();
        land(1);
        world.register();
        assertEquals("false", world.table().properties().get("gc.enabled"));
    }

    @Test
    void aCatalogThatIsAwayForADayLosesNothing() {
        land(2);
        world.register();
        Faults down = new Faults(() -> {});
        for (int minute = 0; minute < 20; minute++) {
            land(1);
            down.arm(Faults.Kind.ANSWER_LOST, 0);
            assertThrows(RuntimeException.class, () -> world.registrar(down).register(Deadline.NONE));
            world.pass(Duration.ofMinutes(72));
        }
        world.register();
        world.assertRight("when it is back");
    }

    @Test
    void errorObjectsMoveTheMarkAndNothingElse() {
        land(1);
        world.register();
        world.buffer.landed();
        Registration run = world.register();
        assertEquals(4L, run.marks().get("quakes"));
        assertEquals(0, run.added());
        assertEquals(0, world.register().commits());
        world.assertRight("afterwards");
    }

    @Test
    void whatNoSnapshotReachesIsDeletedADayLaterAndDataNever() {
        world.rules = new SnapshotRules(Duration.ofHours(1), 100);
        for (int hour = 0; hour < 30; hour++) {
            land(1);
            world.register();
            world.pass(Duration.ofHours(1));
        }
        world.store.put(new ObjectKey("quakes/lake.quakes/metadata/somebody-elses.puffin"), Body.of(new byte[1]));
        world.registrar().sweep();
        int before = world.metadata().size();
        assertEquals(0, world.registrar().sweep());
        world.pass(Duration.ofHours(23));
        assertEquals(0, world.registrar().sweep());
        world.pass(Duration.ofHours(1));
        assertTrue(world.registrar().sweep() > 20);
        assertTrue(world.metadata().size() < before - 20);
        assertTrue(world.metadata().contains("quakes/lake.quakes/metadata/somebody-elses.puffin"));
        world.assertRight("all manifests that count are there");
        world.right.keySet().forEach(key -> assertTrue(world.store.contents().containsKey(key)));
        world.table().snapshots().forEach(snapshot -> snapshot.allManifests(world.table().io()));
    }

    /// Its manifests were written before the sweep, and named after it.
    @Test
    void aSweepDuringACommitTakesNothingFromIt() {
        land(1);
        world.register();
        land(1);
        RequestLog log = new RequestLog(name -> {
            if (name.equals("commit")) {
                world.registrar().sweep();
            }
        }, _ -> {});
        world.registrar(log).register(Deadline.NONE);
        world.pass(Duration.ofDays(1));
        world.registrar().sweep();
        world.assertRight("afterwards");
        world.table().snapshots().forEach(snapshot -> snapshot.allManifests(world.table().io()));
    }

    @Test
    void anObjectThatLandsUnderAKeyThatWasRemovedIsADataFile() {
        DataObject object = world.land(world.buffer, "a").getFirst();
        world.register();
        world.remove(object);
        world.land(world.buffer, "a");
        world.register();
        world.assertRight("once");
    }

    @Test
    void aTableThatKeepsNoMarksIsNotCommittedToForEver() {
        land(1);
        world.register();
        land(1);
        boolean[] done = {false};
        RequestLog log = new RequestLog(_ -> {}, name -> {
            if (name.equals("commit") && !done[0]) {
                done[0] = true;
                loseMarks();
            }
        });
        assertTrue(assertThrows(UnusableTableException.class, () -> world.registrar(log).register(Deadline.NONE))
                .getMessage().contains("did not keep its marks {quakes=4}"));
        world.register();
        world.assertRight("by the next run");
    }

    @Test
    void whatIsReplacedMayBeOlderThanTheSnapshotsThatAreLeft() {
        List<DataObject> small = world.land(world.buffer, "a", "bb");
        world.register();
        for (int day = 0; day < 3; day++) {
            world.pass(Duration.ofDays(1).plusHours(1));
            land(1);
            world.register();
        }
        world.replace(small, "joined");
        world.register();
        world.assertRight("afterwards");
        assertEquals("replace", world.table().currentSnapshot().operation());
    }

    @Test
    void tagsOfOthersKeepTheirSnapshots() {
        land(1);
        world.register();
        world.table().manageSnapshots().createTag("audit", world.table().currentSnapshot().snapshotId()).commit();
        world.pass(Duration.ofDays(3));
        land(1);
        world.register();
        world.pass(Duration.ofDays(3));
        land(1);
        world.register();
        assertEquals(2, StreamSupport.stream(world.table().snapshots().spliterator(), false).count());
        assertTrue(world.table().refs().containsKey("audit"));
    }

    @Test
    void removalsThatWereMissedAreToldWithTheirRemedy() {
        DataObject object = world.land(world.buffer, "a").getFirst();
        world.register();
        world.remove(object);
        world.lake.removed(Map.of(), "quakes/another");
        world.lake.forget(world.lake.last() - 2);
        assertTrue(tellsToDropTheTable());
        assertTrue(tellsToDropTheTable(), "until that is done");
        world.tables.clear();
        assertFalse(tellsToDropTheTable());
    }

    private boolean tellsToDropTheTable() {
        return world.register().problems().stream().anyMatch(
                each -> each.endsWith("drop the table, and it is made again of what is there"));
    }

    @Test
    void aTableWithoutPartitionsIsOneToo() {
        world.landWithoutPartitions();
        world.register();
        world.assertRight("once");
        world.table().updateProperties().remove("sluice.landed.quakes").commit();
        world.register();
        world.assertRight("after marks were lost");
    }

    private int names;

    private void land(int entries) {
        for (int i = 0; i < entries; i++) {
            world.land(world.buffer, "o" + names++);
        }
    }

    /// All of them: properties, and the summaries of all snapshots.
    private void loseMarks() {
        DataObject foreign = world.object("foreign" + names++);
        world.table().newAppend().appendFile(file(foreign)).commit();
        world.right.put(foreign.key().value(), foreign);
        forgetMarks();
    }

    private void forgetMarks() {
        world.table().updateProperties().remove("sluice.landed.quakes").remove("sluice.landed.quakes!lake")
                .remove("sluice.landed.quakes!lane!1").remove("sluice.verify-until-ms").commit();
        TableOperations operations = ((HasTableOperations) world.table()).operations();
        TableMetadata base = operations.current();
        operations.commit(base, base.removeSnapshotsIf(
                snapshot -> snapshot.snapshotId() != base.currentSnapshot().snapshotId()));
    }

    private DataFile file(DataObject object) {
        return DataFiles.builder(world.table().spec()).withPath("s3://lake/" + object.key())
                .withFormat("parquet").withFileSizeInBytes(object.bytes()).withRecordCount(2)
                .withPartition(PartitionValues.of(world.table().spec(), object.values().orElseThrow())).build();
    }
}
