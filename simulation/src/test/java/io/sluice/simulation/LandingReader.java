package io.sluice.simulation;

import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeLog;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.testkit.requests.ShortPages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A reader of landing logs, which comes now and then, meets faults like everybody, and remembers how far it got.
final class LandingReader {
    private static final int PAGE = 2;
    private static final String LAKE = LakeLog.chain(World.STREAM);

    private final World world;
    private final Map<String, Long> cursors = new HashMap<>();
    private final Map<String, List<LandingLog.Step>> met = new HashMap<>();
    private final KnownObjects known = new KnownObjects();
    private final boolean readsLake;
    private int runs;

    /// @param readsLake whether it reads the lake's log, too
    LandingReader(World world, boolean readsLake) {
        this.world = world;
        this.readsLake = readsLake;
    }

    /// Reads all that there is.
    Actor read() {
        Actor[] self = new Actor[1];
        self[0] = new Actor("reader " + ++runs, world.clock().millis(),
                () -> {
                    world.streamNames().forEach(buffer -> read(self[0], buffer));
                    if (readsLake) {
                        readLake(self[0]);
                    }
                });
        return self[0];
    }

    /// How far it is in the lake's log.
    long lakeCursor() {
        return cursors.getOrDefault(LAKE, 0L);
    }

    /// What it knows to be there.
    Set<String> known() {
        return known.keys();
    }

    private void readLake(Actor self) {
        log(self, LAKE).steps(lakeCursor()).takeWhile(step -> step instanceof LandingLog.Step.Came(Landing landing)
                && isReached(self, landing.change().orElseThrow())).forEach(step -> {
                    Landing landing = ((LandingLog.Step.Came) step).landing();
                    if (landing.version() > lakeCursor()) {
                        known.changed(landing.change().orElseThrow());
                        cursors.put(LAKE, landing.version());
                    }
                });
    }

    private boolean isReached(Actor self, LakeChange change) {
        return change.heads().entrySet().stream().allMatch(head -> log(self, head.getKey())
                .isReached(cursors.getOrDefault(head.getKey(), 0L), head.getValue()));
    }

    private LandingLog log(Actor self, String chain) {
        return new LandingLog(chain, new ShortPages(world.ports(self).staging(), PAGE));
    }

    private void read(Actor self, String buffer) {
        log(self, buffer).steps(cursors.getOrDefault(buffer, 0L)).forEach(step -> {
            met.computeIfAbsent(buffer, _ -> new ArrayList<>()).add(step);
            if (step instanceof LandingLog.Step.Came came) {
                if (readsLake && came.cursor() > cursors.getOrDefault(buffer, 0L)) {
                    known.landed(came.landing());
                }
                cursors.merge(buffer, came.cursor(), Math::max);
            }
        });
    }

    /// Judges what it met when all is calm, after it has read to the end.
    ///
    /// @throws Violation when it met anything but each landing in order, or was not told of those that it missed
    void judge() {
        world.streamNames().forEach(buffer -> judge(buffer, world.buffer(buffer).ledger().landings().all()));
    }

    private void judge(String buffer, List<Landing> told) {
        long done = 0;
        for (LandingLog.Step step : met.getOrDefault(buffer, List.of())) {
            switch (step) {
                case LandingLog.Step.Missing(long after, long upTo) -> {
                    if (after > done) {
                        throw new Violation("a reader at " + done + " of " + buffer + " misses what follows " + after);
                    }
                    done = Math.max(done, upTo);
                }
                // A second reader, or one whose cursor was lost on the way, meets a landing again.
                case LandingLog.Step.Came(Landing landing) -> done = met(landing, done, told, buffer);
            }
        }
        if (!told.isEmpty() && done != told.getLast().version()) {
            throw new Violation("a reader of " + buffer + " ends with " + done + ", and the last landing is "
                    + told.getLast().version());
        }
    }

    /// How far a reader is that has met a landing.
    private static long met(Landing landing, long done, List<Landing> told, String buffer) {
        if (!told.contains(landing)) {
            throw new Violation("a reader met " + landing + ", which was never told");
        }
        if (done > 0
                && told.stream().anyMatch(each -> each.version() > done && each.version() < landing.version())) {
            throw new Violation("a reader of " + buffer + " goes from " + done + " to " + landing.version()
                    + " and is not told of what is between");
        }
        return Math.max(done, landing.version());
    }
}
