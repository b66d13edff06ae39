package io.sluice.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.flush.BufferInMemory;
import io.sluice.flush.Flusher;
import io.sluice.flush.OpenDeliveries;
import io.sluice.flush.ReleasedSegments;
import io.sluice.index.Buffer;
import io.sluice.index.FlushState;
import io.sluice.landing.Landed;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A recovery goes on with the manifest that landings tell of, and objects are told once over it.
final class RecoveryOfLandingsTest {
    private final BufferInMemory buffer = new BufferInMemory();
    private final Buffer real = new Buffer("quakes", buffer.staging, buffer.index);
    private final LandingLog log = new LandingLog(real);

    @Test
    void objectsAreToldOnceOverALossOfTheTable() {
        ingestAndDrain("one");
        buffer.ingest(buffer.batch("two", "a:2"));
        loseTheTable();
        recover();
        drain("after");
        List<ObjectKey> told = objects();
        assertEquals(List.copyOf(buffer.data.contents().keySet()),
                told.stream().map(ObjectKey::value).sorted().toList());
        assertEquals(List.of(0L, 2L), log.after(0).map(version -> log.find(version).orElseThrow().landed().previous())
                .toList());
    }

    @Test
    void ofSeveralManifestsTheOneWhoseLandingStandsIsTaken() {
        ingestAndDrain("one");
        Manifest current = current();
        ObjectKey rival = new ObjectKey(
                Manifest.prefix("quakes") + Manifest.versionText(current.version()) + "-arival");
        buffer.staging.put(rival, Body.of(current.encode()));
        loseTheTable();
        RecoverySummary summary = recover();
        assertTrue(summary.manifest().orElseThrow().value().endsWith("-one"), summary.toString());
        assertEquals("of several of the highest version, what landed was said of this one", summary.why());
    }

    /// A run commits that an object is written, and dies before it says so; another one of the same version has not
    /// seen that, and a recovery goes on with its manifest: the object lands a second time. Whoever tells that objects
    /// go takes it for open until then, so that it never lands for a reader who was told that it is gone.
    @Test
    void whatLandsAnewWithAnotherManifestWasOpenForWhoRemovesObjects() {
        buffer.ingest(buffer.batch("one", "a:1"));
        List<Manifest> decided = new ArrayList<>();
        dieAt("manifests/quakes/0000000000000000002", decided);
        ObjectKey written = decided.getLast().deliveries().getFirst().key();
        assertTrue(buffer.data.head(written).isPresent());
        buffer.ingest(buffer.batch("two", "a:2"));
        dieAt("landings/", new ArrayList<>());
        assertEquals(List.of(written),
                current().landed().orElseThrow().objects().stream().map(LandedObject::key).toList());
        OpenDeliveries.Reading reading = new OpenDeliveries(real).look();
        assertTrue(reading.open().orElseThrow().contains(written), reading.toString());
        assertEquals(Map.of("quakes", 2L), reading.heads());

        Manifest before = decided.getLast();
        Manifest rival = new Manifest(2, before.shardCount(), before.segments(), before.pending(), before.deliveries(),
                before.folded(), before.tally(), current().origin(), before.positions(),
                Optional.of(new Landed(buffer.now.toEpochMilli(), 0, List.of())));
        ObjectKey rivalKey = new ObjectKey(Manifest.prefix("quakes") + Manifest.versionText(2) + "-arival");
        buffer.staging.put(rivalKey, Body.of(rival.encode()));
        loseTheTable();
        assertEquals(Optional.of(rivalKey), recover().manifest());
        assertTrue(new OpenDeliveries(real).read().orElseThrow().contains(written));
        drain("after");
        assertEquals(2, objects().size(), "each once: " + objects());
        assertEquals(Optional.of(Set.of()), new OpenDeliveries(real).read());
    }

    /// A run that dies before a create or a put of a key that starts so.
    private void dieAt(String prefix, List<Manifest> put) {
        ObjectStore dying = new PassingObjectStore(buffer.staging) {
            @Override
            public void put(ObjectKey key, Body body) {
                die(key);
                super.put(key, body);
                put.add(Manifest.decode(key, buffer.staging.get(key)));
            }

            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                die(key);
                return super.create(key, body, attributes);
            }

            private void die(ObjectKey key) {
                if (key.value().startsWith(prefix)) {
                    throw new Died();
                }
            }
        };
        assertThrows(Died.class, () -> new Flusher(BufferInMemory.landingSettings(),
                new Buffer("quakes", dying, buffer.index), buffer.data, Workers.sequential(), () -> buffer.now)
                .flush("dies at " + prefix.substring(0, 5), Planner.Mode.DRAIN, Deadline.NONE));
    }

    private static final class Died extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void whereNoneStandsItSaysWhatItGoesOnWith() {
        ingestAndDrain("one");
        Landing told = log.find(2).orElseThrow();
        buffer.staging.delete(List.of(Landing.key("quakes", 2)));
        loseTheTable();
        recover();
        assertEquals(Optional.of(told), log.find(2));
    }

    @Test
    void aLandingOfALaterVersionTellsThatManifestsWereDeleted() {
        ingestAndDrain("one");
        buffer.ingest(buffer.batch("two", "a:2"));
        drain("two");
        List<ObjectKey> manifests = buffer.staging.contents().keySet().stream()
                .filter(key -> key.startsWith("manifests/")).map(ObjectKey::new).toList();
        buffer.staging.delete(manifests);
        loseTheTable();
        RecoveryRefusedException refused = assertThrows(RecoveryRefusedException.class, this::recover);
        assertTrue(refused.getMessage().startsWith("landings/quakes/0000000000000000002 tells what landed"),
                refused.getMessage());
    }

    @Test
    void aLandingOfAManifestThatIsGoneIsRefused() {
        ingestAndDrain("one");
        Landing told = log.find(2).orElseThrow();
        buffer.staging.put(Landing.key("quakes", 2), Body.of(
                new Landing(2, new ObjectKey("manifests/quakes/0000000000000000002-gone"), told.landed()).encode()));
        loseTheTable();
        RecoveryRefusedException refused = assertThrows(RecoveryRefusedException.class, this::recover);
        assertTrue(refused.getMessage().contains("-gone is not there: manifests were deleted"), refused.getMessage());
        buffer.staging.delete(List.of(Landing.key("quakes", 2)));
        recover();
        assertEquals(Optional.of(told), log.find(2), "the remedy that is told");
    }

    @Test
    void aDamagedLandingIsRefusedWithAWayOut() {
        ingestAndDrain("one");
        buffer.staging.put(Landing.key("quakes", 2), Body.of(new byte[]{1}));
        loseTheTable();
        RecoveryRefusedException refused = assertThrows(RecoveryRefusedException.class, this::recover);
        assertTrue(refused.getMessage().contains("move it away, and recover again"), refused.getMessage());
        buffer.staging.delete(List.of(Landing.key("quakes", 2)));
        assertTrue(recover().complete());
    }

    private void ingestAndDrain(String name) {
        buffer.ingest(buffer.batch(name, "a:" + name));
        drain(name);
    }

    private void drain(String run) {
        new Flusher(BufferInMemory.landingSettings(), real, buffer.data, Workers.sequential(), () -> buffer.now)
                .flush(run, Planner.Mode.DRAIN, Deadline.NONE);
    }

    private Manifest current() {
        FlushState state = buffer.index.state().orElseThrow();
        return Manifest.decode(state.manifest(), buffer.staging.get(state.manifest()));
    }

    private List<ObjectKey> objects() {
        List<ObjectKey> objects = new ArrayList<>();
        log.after(0).forEach(version -> log.find(version).orElseThrow().landed().objects().stream()
                .map(LandedObject::key).forEach(objects::add));
        return objects;
    }

    private void loseTheTable() {
        buffer.index.lose();
        buffer.index.replace();
        buffer.now = buffer.now.plus(Duration.ofHours(1));
    }

    private RecoverySummary recover() {
        RecoverySettings settings = new RecoverySettings(4, RecoverySettings.INVOCATION_MAX, ReleasedSegments.DELETED,
                Optional.empty(), true);
        return new Recovery(settings, real, buffer.data, buffer.index, Workers.sequential(), () -> buffer.now)
                .recover(Deadline.NONE);
    }
}
