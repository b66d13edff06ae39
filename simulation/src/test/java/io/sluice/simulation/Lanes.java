package io.sluice.simulation;

import io.sluice.index.BufferIndex;
import io.sluice.lane.DecidedLanes;
import io.sluice.lane.Lane;
import io.sluice.lane.LaneArchive;
import io.sluice.lane.LaneCount;
import io.sluice.lane.LaneHistory;
import io.sluice.lane.LaneIndex;
import io.sluice.lane.LaneKeeper;
import io.sluice.lane.LaneLog;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The lanes of a world's stream, where its configurations name them: which an invocation of the transform function
/// stages to, by what its environment has read, perhaps long ago; and those that other invocations go through.
final class Lanes {
    private static final Duration EVERY = Duration.ofMinutes(1);
    /// Few, so that copies grow old.
    private static final int ENVIRONMENTS_MAX = 3;

    private final World world;
    private final Mistake mistake;
    private final List<Environment> idle = new ArrayList<>();

    Lanes(World world, Mistake mistake) {
        this.world = world;
        this.mistake = mistake;
    }

    /// An execution environment, which lives longer than its invocations. Of one that was killed nothing is left.
    private static final class Environment {
        private final Reached reached = new Reached();
        private final LaneCount count;

        Environment(Function<Reached, LaneCount> count) {
            this.count = count.apply(reached);
        }
    }

    /// What an environment asks, as the invocation that it carries out reaches it.
    private static final class Reached implements LaneLog, ObjectStore {
        private @Nullable LaneLog log;
        private @Nullable ObjectStore staging;

        private ObjectStore staging() {
            return Objects.requireNonNull(staging);
        }

        @Override
        public Optional<LaneHistory> lanes() {
            return Objects.requireNonNull(log).lanes();
        }

        @Override
        public boolean moveLanes(Optional<LaneHistory> expected, LaneHistory next) {
            return Objects.requireNonNull(log).moveLanes(expected, next);
        }

        @Override
        public byte[] get(ObjectKey key) {
            return staging().get(key);
        }

        @Override
        public byte[] get(ObjectKey key, ByteRange range) {
            return staging().get(key, range);
        }

        @Override
        public void put(ObjectKey key, Body body) {
            staging().put(key, body);
        }

        @Override
        public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
            return staging().create(key, body, attributes);
        }

        @Override
        public Optional<ObjectInfo> head(ObjectKey key) {
            return staging().head(key);
        }

        @Override
        public void delete(Collection<ObjectKey> keys) {
            staging().delete(keys);
        }

        @Override
        public ObjectPage list(String prefix, String after) {
            return staging().list(prefix, after);
        }
    }

    /// Takes an idle environment or a new one for an invocation, and puts it back when that has ended by itself.
    void inEnvironment(Actor actor, Mistake.Ports ports, java.util.function.Consumer<LaneCount> invocation) {
        Environment environment = idle.isEmpty() || world.choices().oneIn(4)
                ? new Environment(reached -> mistake.plantCount(
                        new DecidedLanes(World.STREAM, reached, new LaneArchive(World.STREAM, reached)), reached))
                : idle.remove(world.choices().below(idle.size()));
        environment.reached.log = mistake.plantLanes(world.laneLog(actor));
        environment.reached.staging = ports.staging();
        try {
            invocation.accept(environment.count);
        } catch (StoreException e) {
            putBack(environment);
            throw e;
        }
        putBack(environment);
    }

    private void putBack(Environment environment) {
        if (idle.size() < ENVIRONMENTS_MAX) {
            idle.add(environment);
        }
    }

    BufferIndex index(Actor actor, Lane lane) {
        return mistake.plant(world.ports(actor, lane.buffer(World.STREAM)), world).index();
    }

    /// Those that a flush run is for: one of those that are due, as an invocation of its own; or all of them.
    List<Lane> toFlush(Actor actor, Configuration configuration, InstantSource clock, boolean all) {
        if (world.lanes(configuration).isEmpty()) {
            return List.of(Lane.FIRST);
        }
        LaneKeeper keeper = keeper(actor, configuration, world.ports(actor).staging(), clock);
        List<Lane> due = mistake.plantFlush(all ? keeper.lanes() : keeper.followDue(), world.table());
        return all ? due : List.of(world.choices().pick(due));
    }

    /// A lane's index as flush runs and sweeps have it.
    BufferIndex guarded(Actor actor, Configuration configuration, Mistake.Ports ports) {
        return world.lanes(configuration).isEmpty()
                ? ports.index()
                : new LaneIndex(ports.index(), keeper(actor, configuration, ports.staging(), world.clock()));
    }

    /// All that there are.
    List<Lane> all(Actor actor, Configuration configuration) {
        return world.lanes(configuration).isEmpty()
                ? List.of(Lane.FIRST)
                : keeper(actor, configuration, world.ports(actor).staging(), world.clock()).lanes();
    }

    LaneKeeper keeper(Actor actor, Configuration configuration, ObjectStore staging, InstantSource clock) {
        return new LaneKeeper(
                new LaneKeeper.LaneSettings(World.STREAM, world.lanes(configuration), EVERY, World.FOLDED_FOR),
                mistake.plantLanes(world.laneLog(actor)), new LaneArchive(World.STREAM, staging), clock);
    }

    /// Before anything is staged, and in some worlds only.
    void begin(Configuration configuration) {
        if (world.choices().oneIn(2)) {
            new LaneKeeper(
                    new LaneKeeper.LaneSettings(World.STREAM, world.lanes(configuration), EVERY, World.FOLDED_FOR),
                    world.table(), new LaneArchive(World.STREAM, world.stagingBucket()), world.clock()).begin();
        }
    }
}
