package io.sluice.simulation;

import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LakeObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.view.StagingKeys;
import io.sluice.view.Watermark;
import io.sluice.view.WatermarkLog;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/// What the log of the lake ever told: each change once, in order, of what is shown, and before anything goes. Not safe
/// for concurrent use.
public final class ToldLake {
    /// The longest that objects stay for the reader that is waited for.
    public static final Duration GRACE = Duration.ofMinutes(60);
    /// Clocks differ, and a run asks early.
    private static final Duration EARLY = Duration.ofMinutes(5);
    private static final String CHAIN = LakeLog.chain(World.STREAM);
    private static final String NOTES = "landings/" + CHAIN + "!";

    private final World world;
    private final TreeMap<Long, Landing> told = new TreeMap<>();
    private final Set<String> names = new HashSet<>();
    private Optional<ToLongFunction<String>> reader = Optional.empty();
    /// By the name of a chain, the furthest that anybody was told that the reader is. Its cursors are lost with the
    /// table, and who asked before goes on.
    private final Map<String, Long> passed = new HashMap<>();

    ToldLake(World world) {
        this.world = world;
    }

    /// From now on jobs and sweeps wait for a reader.
    ///
    /// @param cursors the last version that it is known to have done with, by the name of the chain
    void declare(ToLongFunction<String> cursors) {
        reader = Optional.of(cursors);
    }

    /// How far the reader is known to be in a chain; empty where nobody is waited for.
    public Optional<LongSupplier> cursor(String chain) {
        return reader.map(cursors -> () -> {
            long cursor = cursors.applyAsLong(chain);
            passed.merge(chain, cursor, Math::max);
            return cursor;
        });
    }

    /// The reader that jobs wait for.
    public LakeLog.Reader reader() {
        return new LakeLog.Reader(cursor(CHAIN), GRACE);
    }

    /// The entry of a version.
    ///
    /// @throws Violation when it was never told
    Landing at(long version) {
        return Optional.ofNullable(told.get(version))
                .orElseThrow(() -> new Violation("version " + version + " of the lake was never told"));
    }

    /// The staging bucket, whose lake's log is shown as it grows. Beside it, notes are replaced.
    ObjectStore watching(ObjectStore watched) {
        return new PassingObjectStore(watched) {
            @Override
            public void put(ObjectKey key, Body body) {
                if (key.value().startsWith(NOTES)) {
                    world.stagingBucket().put(key, body);
                } else {
                    super.put(key, body);
                }
            }

            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                Created created = super.create(key, body, attributes);
                if (created == Created.CREATED && key.value().startsWith(Landing.prefix(CHAIN))) {
                    created(key, Bodies.bytes(body));
                }
                return created;
            }

            @Override
            public void delete(Collection<ObjectKey> keys) {
                keys.stream().filter(key -> key.value().startsWith(Landing.prefix(CHAIN)))
                        .forEach(ToldLake.this::requireOld);
                world.streamNames().forEach(buffer -> requireOld(buffer, keys));
                super.delete(keys);
            }
        };
    }

    /// No landing of a buffer goes that the reader has not come to, until it is four times as old as it is kept.
    private void requireOld(String buffer, Collection<ObjectKey> gone) {
        if (reader.isEmpty() || gone.stream().noneMatch(key -> key.value().startsWith(Landing.prefix(buffer)))) {
            return;
        }
        Instant least = world.clock().instant().plus(EARLY)
                .minus(world.landingsKept().multipliedBy(LandingLog.UNREAD_FACTOR));
        for (Landing landing : world.buffer(buffer).ledger().landings().all()) {
            if (landing.version() > passed.getOrDefault(buffer, 0L)
                    && gone.contains(Landing.key(buffer, landing.version()))
                    && Instant.ofEpochMilli(landing.landed().at()).isAfter(least)) {
                throw new Violation("DELETE of landing " + landing.version() + " of " + buffer
                        + ", which the reader has not come to");
            }
        }
    }

    /// The last entry stays, and none goes that is young, or that the reader has not come to until it is four times as
    /// old.
    private void requireOld(ObjectKey key) {
        Landing landing = told.values().stream().filter(each -> Landing.key(CHAIN, each.version()).equals(key))
                .findFirst().orElseThrow(() -> new Violation("DELETE of " + key + ", which was never told"));
        Duration least = reader.isPresent() && passed.getOrDefault(CHAIN, 0L) < landing.version()
                ? GRACE.multipliedBy(LandingLog.UNREAD_FACTOR)
                : GRACE;
        Instant at = Instant.ofEpochMilli(landing.landed().at());
        if (landing.version() == last() || world.clock().instant().isBefore(at.plus(least).minus(EARLY))) {
            throw new Violation("DELETE of " + key + ", which is the last, young, or not read");
        }
    }

    private void created(ObjectKey key, byte[] bytes) {
        Landing landing = Landing.decode(key, bytes);
        LakeChange change = landing.change().orElseThrow(() -> new Violation(key + " tells of no change"));
        if (landing.version() != last() + 1 || landing.landed().previous() != last()) {
            throw new Violation(key + " comes after version " + last());
        }
        if (!names.add(change.name())) {
            throw new Violation(change.name() + " is told twice");
        }
        switch (change.reason()) {
            case COMPACTION, REPARTITION -> requireShown(change);
            case RETENTION, ERASURE -> requireUntold(change);
        }
        for (LakeObject object : change.made()) {
            if (world.dataBucket().head(object.key()).isEmpty()) {
                throw new Violation(change.name() + " tells of " + object + ", which is not there");
            }
        }
        told.put(landing.version(), landing);
    }

    private void requireShown(LakeChange change) {
        String[] id = change.id().split("/", -1);
        LocalDate day = LocalDate.parse(id[1]);
        Watermark shown = WatermarkLog.latest(new StagingKeys(World.STREAM), world.stagingBucket())
                .orElseGet(() -> Watermark.none(""));
        boolean is = change.reason() == Reason.COMPACTION
                ? shown.rounds(day).shown().contains(Integer.parseInt(id[2]))
                : shown.readsTarget(day);
        if (!is) {
            throw new Violation(change.name() + " is told, and no reader of the view sees it");
        }
    }

    /// The same version of an object is told to go once.
    private void requireUntold(LakeChange change) {
        change.gone().forEach(object -> told.values().stream().flatMap(each -> each.change().stream())
                .filter(each -> !each.reason().replaces() && each.gone().contains(object)).findFirst()
                .ifPresent(other -> {
                    throw new Violation(object + " is told to go by " + other.name() + " and by " + change.name());
                }));
    }

    /// The last version.
    public long last() {
        return told.isEmpty() ? 0 : told.lastKey();
    }

    /// An object goes now. An operator may rewrite it after it was told.
    ///
    /// @param waits whether it stays for the reader
    /// @throws Violation when that was not told, or a reader waits to be told
    public void requireTold(ObjectKey key, long bytes, boolean waits) {
        if (!world.keepsLandings()) {
            return;
        }
        boolean may = told.values().stream().anyMatch(landing -> landing.change().orElseThrow().gone().stream()
                .anyMatch(object -> object.key().equals(key)
                        && (object.bytes() == bytes || world.isRewritten(key)))
                && (!waits || isWaitedFor(landing)));
        if (!may) {
            throw new Violation("DELETE of " + key + ", which was not told, or not long enough ago");
        }
    }

    private boolean isWaitedFor(Landing landing) {
        Instant until = Instant.ofEpochMilli(landing.landed().at()).plus(GRACE).minus(EARLY);
        return landing.change().orElseThrow().reason() == Reason.ERASURE
                || reader.isEmpty() || passed.getOrDefault(CHAIN, 0L) >= landing.version()
                || !world.clock().instant().isBefore(until);
    }
}
