package io.sluice.simulation;

import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeLog;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.testkit.requests.ShortPages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/// A reader of landing logs, which comes now and then, meets faults like everybody, and remembers how far it got.
final class LandingReader {
    private static final int PAGE = 2;
    private static final String LAKE = LakeLog.chain(World.STREAM);

    private final World world;
    private final Map<String, Long> cursors = new HashMap<>();
    /// As jobs and sweeps know them: the same, unless these were lost with the table.
    private final Map<String, Long> declared = new HashMap<>();
    private final Map<String, List<LandingLog.Step>> met = new HashMap<>();
    private final KnownObjects known = new KnownObjects();
    private final boolean readsLake;
    private int runs;
    private boolean missed;
    private long deadUntil;

    /// @param readsLake whether it reads the lake's log, too
    LandingReader(World world, boolean readsLake) {
        this.world = world;
        this.readsLake = readsLake;
    }

    /// Reads all that there is.
    Actor read() {
        Map<String, Long> from = new HashMap<>(declared);
        return read(chain -> from.getOrDefault(chain, 0L));
    }

    /// Reads all that there is from any place before the one that it came to: what comes again is the same.
    Actor readAgain() {
        int share = world.choices().below(4);
        return read(chain -> cursor(chain) * share / 4);
    }

    private Actor read(ToLongFunction<String> from) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("reader " + ++runs, world.clock().millis(),
                () -> {
                    world.streamNames().forEach(buffer -> read(self[0], buffer, from.applyAsLong(buffer)));
                    if (readsLake) {
                        readLake(self[0], from.applyAsLong(LAKE));
                    }
                });
        return self[0];
    }

    /// From now on it does not come for so long.
    void die(Duration time) {
        deadUntil = world.clock().millis() + time.toMillis();
    }

    boolean isAlive() {
        return world.clock().millis() >= deadUntil;
    }

    /// Where it is is known no more, with the table that tells.
    void forgetCursors() {
        declared.clear();
    }

    /// How far it is known to be in a chain.
    long declared(String chain) {
        return declared.getOrDefault(chain, 0L);
    }

    /// What it knows to be there; empty where it came too late for some of what was told.
    Optional<Set<String>> known() {
        return missed ? Optional.empty() : Optional.of(known.keys());
    }

    private long cursor(String chain) {
        return cursors.getOrDefault(chain, 0L);
    }

    private void done(String chain, long version) {
        cursors.merge(chain, version, Math::max);
        declared.merge(chain, version, Math::max);
    }

    private void readLake(Actor self, long from) {
        boolean _ = log(self, LAKE).steps(from).allMatch(step -> switch (step) {
            case LandingLog.Step.Missing _ -> true;
            case LandingLog.Step.Came(Landing landing) -> {
                LakeChange change = landing.change().orElseThrow();
                boolean reached = isReached(self, change);
                world.reached().note(RareState.READER_WAITED_FOR_LANDINGS, !reached);
                if (reached) {
                    came(landing, change);
                }
                yield reached;
            }
        });
    }

    private void came(Landing landing, LakeChange change) {
        if (!world.toldLake().at(landing.version()).equals(landing)) {
            throw new Violation("a reader met another change with version " + landing.version() + " of the lake");
        }
        if (landing.version() > cursor(LAKE)) {
            missed |= landing.landed().previous() > cursor(LAKE);
            if (!missed) {
                known.changed(change);
            }
        }
        done(LAKE, landing.version());
    }

    private boolean isReached(Actor self, LakeChange change) {
        return change.heads().entrySet().stream().allMatch(head -> log(self, head.getKey())
                .isReached(cursor(head.getKey()), head.getValue()));
    }

    private LandingLog log(Actor self, String chain) {
        return new LandingLog(chain, new ShortPages(world.ports(self).staging(), PAGE));
    }

    private void read(Actor self, String buffer, long from) {
        log(self, buffer).steps(from).forEach(step -> {
            List<LandingLog.Step> all = met.computeIfAbsent(buffer, _ -> new ArrayList<>());
            world.reached().note(RareState.READER_MISSED_LANDINGS, step instanceof LandingLog.Step.Missing(_, long upTo)
                    && upTo > cursor(buffer));
            if (step instanceof LandingLog.Step.Came(Landing landing)) {
                long previous = landing.landed().previous();
                world.reached().note(RareState.READER_MET_LANDING_AGAIN, landing.version() <= cursor(buffer));
                if (landing.version() > cursor(buffer) && previous > cursor(buffer)) {
                    missed = true;
                    // Who begins anew is not told of what was before.
                    all.add(new LandingLog.Step.Missing(cursor(buffer), previous));
                }
                if (readsLake && !missed && landing.version() > cursor(buffer)) {
                    known.landed(landing);
                }
                done(buffer, landing.version());
            }
            all.add(step);
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
