package io.sluice.simulation;

import io.sluice.landing.Landing;
import io.sluice.manifest.Manifest;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.SegmentId;
import io.sluice.segment.SegmentTail;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What makes a lost table hard to recover: segments that cannot be read until an operator restores them, manifests
/// that are gone, functions that are still at work.
final class HardLosses {
    private static final int ROTTEN_MAX = 3;
    private static final int MEANWHILE_MAX = 4;
    private static final int MINUTES_MAX = 15;
    /// Where what was staged is surely younger than functions live.
    private static final Duration SURELY = Duration.ofMinutes(1);

    private final World world;
    private final boolean rots;
    private boolean rotten;
    private boolean restoresNext;

    /// @param rots whether segments cannot be read: those of numbered sources can, since who goes on behind one that
    ///        cannot passes it, unless its reader is set back
    HardLosses(World world, boolean rots) {
        this.world = world;
        this.rots = rots;
    }

    /// The ends of some segments cannot be read, as likely as not.
    void rot() {
        Choices choices = world.choices();
        List<ObjectKey> segments = segments().map(ObjectInfo::key).toList();
        if (!rots || segments.isEmpty() || choices.oneIn(2)) {
            return;
        }
        for (int i = choices.between(1, ROTTEN_MAX); i > 0; i--) {
            ObjectKey key = choices.pick(segments);
            byte[] bytes = world.stagingBucket().get(key);
            bytes[bytes.length - 1 - choices.below(SegmentTail.length(bytes))] ^= 1;
            world.resting().rot(key, bytes);
            world.trace().add("segment", () -> key + " cannot be read");
        }
        rotten = true;
        restoresNext = false;
    }

    private Stream<ObjectInfo> segments() {
        return world.streamNames().stream().flatMap(name -> world.stagingBucket().all(SegmentId.prefix(name)))
                .filter(each -> !SegmentId.isAcceptedKey(each.key()));
    }

    /// Flush runs and sweeps go on while a recovery is open, and an operator restores what is rotten soon: what its
    /// source hands over again meanwhile, or is remembered no longer, could not be taken any more.
    ///
    /// @param runAlone carries an invocation out to its end
    void whileOpen(Consumer<Actor> runAlone, Supplier<Actor> scheduled) {
        Choices choices = world.choices();
        for (int i = choices.below(MEANWHILE_MAX); i > 0; i--) {
            if (choices.oneIn(2)) {
                world.clock().pass(Duration.ofMinutes(choices.between(1, MINUTES_MAX)));
            } else {
                runAlone.accept(scheduled.get());
            }
        }
        if (restoresNext || choices.oneIn(2)) {
            restore();
        }
        restoresNext = true;
    }

    void restore() {
        if (rotten) {
            world.trace().add("operator", () -> "restores segments");
            world.resting().rotten().clear();
            rotten = false;
        }
    }

    /// What was staged so shortly ago that who did may be at work.
    Optional<ObjectKey> stagedJustNow() {
        long since = world.clock().millis() - World.INVOCATION_MAX.minus(SURELY).toMillis();
        return segments().filter(each -> each.modified().toEpochMilli() > since).map(ObjectInfo::key).findFirst();
    }

    /// The last commit's manifest and all behind it, where a landing tells of that commit.
    Map<ObjectKey, byte[]> toldOf() {
        Map<ObjectKey, byte[]> manifests = new TreeMap<>();
        long version = world.ledger().current().version();
        Map<String, byte[]> staged = world.stagingBucket().contents();
        if (version > 0 && staged.containsKey(Landing.key(World.STREAM, version).value())) {
            staged.forEach((key, bytes) -> {
                if (key.startsWith(Manifest.prefix(World.STREAM))
                        && Manifest.versionOf(World.STREAM, new ObjectKey(key)) >= version) {
                    manifests.put(new ObjectKey(key), bytes);
                }
            });
        }
        return manifests;
    }

    /// Puts back what was taken away.
    void restore(Map<ObjectKey, byte[]> objects) {
        objects.forEach((key, bytes) -> world.stagingBucket().put(key, Body.of(bytes)));
    }
}
