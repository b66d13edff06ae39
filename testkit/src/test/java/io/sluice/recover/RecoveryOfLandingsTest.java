package io.sluice.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.flush.BufferInMemory;
import io.sluice.flush.Flusher;
import io.sluice.flush.ReleasedSegments;
import io.sluice.index.Buffer;
import io.sluice.index.FlushState;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
