package io.sluice.simulation.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.simulation.Choices;
import io.sluice.simulation.RareState;
import io.sluice.simulation.SimulatedRecord;
import io.sluice.simulation.World;
import io.sluice.source.SourceObject;
import io.sluice.testkit.lake.StagedVersions;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.testkit.wire.Gzip;
import io.sluice.view.StagingKeys;
import io.sluice.view.WatermarkLog;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The streamed objects of days that are over, as their writer puts them: he adds objects late and replaces them, and
/// never deletes one.
final class Sources {
    static final String FOLDER = "raw/";
    static final List<String> KEYS = List.of("a", "ab", "b");

    private static final int DAYS_MAX = 2;
    private static final int OBJECTS_MAX = 3;
    private static final int RECORDS_MAX = 3;
    private static final int REPLACED_MAX = 4;

    private final World world;
    private final MemorySourceStore store;
    private final StagedVersions staged;
    private final List<LocalDate> days = new ArrayList<>();
    private final Map<ObjectKey, List<Version>> versions = new LinkedHashMap<>();
    private final boolean withRejects;
    private int records;
    private int replaced;

    /// One content of an object.
    ///
    /// @param late it came when its day might have been planned already
    record Version(SourceObject object, LocalDate day, List<SimulatedRecord> records, boolean late) {
        ObjectKey key() {
            return object.key();
        }
    }

    /// Puts the first objects.
    Sources(World world) {
        this.world = world;
        this.store = new MemorySourceStore(world.dataBucket());
        this.staged = new StagedVersions(World.STREAM, world.stagingBucket());
        Choices choices = world.choices();
        this.withRejects = choices.oneIn(4);
        LocalDate today = LocalDate.ofInstant(world.clock().instant(), ZoneOffset.UTC);
        int count = choices.between(1, DAYS_MAX);
        for (int day = 0; day < count; day++) {
            days.add(today.minusDays(choices.between(1, 3)));
        }
        int objects = choices.between(1, OBJECTS_MAX);
        for (int object = 0; object < objects; object++) {
            put("o" + object, choices.pick(days), false);
        }
    }

    static boolean isSource(String key) {
        return key.startsWith(FOLDER);
    }

    /// Adds an object to a day, or replaces one, now and then.
    void change() {
        Choices choices = world.choices();
        if (replaced++ >= REPLACED_MAX) {
            return;
        }
        if (choices.oneIn(2)) {
            put("late" + replaced, choices.pick(days), true);
        } else {
            Version old = choices.pick(current());
            put(old.key().value().substring(old.key().value().lastIndexOf('/') + 1), old.day(), old.late());
        }
    }

    private void put(String name, LocalDate day, boolean late) {
        ObjectKey key = new ObjectKey(FOLDER + "dt=" + day + "/" + name);
        List<SimulatedRecord> drawn = draw(day);
        world.trace().add("writer", () -> "puts " + key + ": " + drawn);
        List<Version> before = versions.getOrDefault(key, List.of());
        world.reached().note(RareState.SOURCE_REPLACED_AFTER_RECEIPT,
                !before.isEmpty() && isStaged(before.getLast()));
        world.reached().note(RareState.SOURCE_PUT_INTO_MOVED_DAY,
                WatermarkLog.latest(new StagingKeys(World.STREAM), world.stagingBucket())
                        .filter(moved -> moved.readsTarget(day)).isPresent());
        world.dataBucket().put(key, Body.of(content(drawn)));
        Version version = new Version(store.version(key).orElseThrow(), day, drawn, late);
        versions.computeIfAbsent(key, _ -> new ArrayList<>()).add(version);
    }

    private List<SimulatedRecord> draw(LocalDate day) {
        Choices choices = world.choices();
        long end = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        List<SimulatedRecord> drawn = new ArrayList<>();
        int size = choices.between(1, RECORDS_MAX);
        for (int i = 0; i < size; i++) {
            String key = withRejects && choices.oneIn(5) ? "" : choices.pick(KEYS);
            drawn.add(new SimulatedRecord("s" + records++, key, "y", 1, end - 1));
        }
        return drawn;
    }

    private byte[] content(List<SimulatedRecord> lines) {
        byte[] text = (String.join("\n", lines.stream().map(SimulatedRecord::text).toList()) + "\n").getBytes(UTF_8);
        return world.choices().oneIn(3) ? Gzip.of(text) : text;
    }

    MemorySourceStore store() {
        return store;
    }

    Stream<Version> versions() {
        return versions.values().stream().flatMap(List::stream);
    }

    /// What was put last, of each object.
    List<Version> current() {
        return versions.values().stream().map(List::getLast).toList();
    }

    boolean isCurrent(Version version) {
        return versions.getOrDefault(version.key(), List.of()).getLast().equals(version);
    }

    /// Whether all of its records are to be delivered, by its receipt.
    boolean isStaged(Version version) {
        return stagedEtag(version).filter(version.object().etag()::equals).isPresent();
    }

    /// Whether those of another version are.
    boolean isReplaced(Version version) {
        return stagedEtag(version).filter(etag -> !version.object().etag().equals(etag)).isPresent();
    }

    private Optional<String> stagedEtag(Version version) {
        return staged.of(version.day(), version.object());
    }

    /// Whether the version of an object that is there now may go.
    boolean mayGo(SourceObject object) {
        return versions.getOrDefault(object.key(), List.of()).stream()
                .filter(version -> version.object().etag().equals(object.etag())).anyMatch(this::isStaged);
    }
}
