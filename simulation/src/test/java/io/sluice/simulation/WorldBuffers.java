package io.sluice.simulation;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferCountArchive;
import io.sluice.buffers.BufferCountHistory;
import io.sluice.buffers.BufferCountLog;
import io.sluice.buffers.BufferNumber;
import io.sluice.buffers.BufferNumbers;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The buffers of a world's stream, where its configurations name them: which an invocation of the transform function
/// stages to, by what its environment has read, perhaps long ago; and those that other invocations go through.
public final class WorldBuffers {
    private static final Duration EVERY = Duration.ofMinutes(1);
    /// Few, so that copies grow old.
    private static final int ENVIRONMENTS_MAX = 3;

    private final World world;
    private final Mistake mistake;
    private final List<Environment> idle = new ArrayList<>();

    public WorldBuffers(World world, Mistake mistake) {
        this.world = world;
        this.mistake = mistake;
    }

    /// An execution environment, which lives longer than its invocations. Of one that was killed nothing is left.
    private static final class Environment {
        private final PortsOfNow now = new PortsOfNow();
        private final Functions functions;
        private final BufferCount count;

        Environment(Functions functions, Function<PortsOfNow, BufferCount> count) {
            this.functions = functions;
            this.count = count.apply(now);
        }
    }

    /// What an environment asks, as the invocation that it carries out reaches it.
    private static final class PortsOfNow implements BufferCountLog, ObjectStore {
        private @Nullable BufferCountLog log;
        private @Nullable ObjectStore staging;

        private ObjectStore staging() {
            return Objects.requireNonNull(staging);
        }

        @Override
        public Optional<BufferCountHistory> bufferCounts() {
            return Objects.requireNonNull(log).bufferCounts();
        }

        @Override
        public boolean moveBufferCounts(Optional<BufferCountHistory> expected, BufferCountHistory next) {
            return Objects.requireNonNull(log).moveBufferCounts(expected, next);
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
    void inEnvironment(Functions functions, Actor actor, Mistake.Ports ports,
            java.util.function.Consumer<BufferCount> invocation) {
        List<Environment> free = idle.stream().filter(each -> each.functions == functions).toList();
        Environment environment = free.isEmpty() || world.choices().oneIn(4)
                ? new Environment(functions, now -> mistake.plantCount(functions.decided(now, now), now))
                : free.get(world.choices().below(free.size()));
        idle.remove(environment);
        environment.now.log = mistake.plantBuffers(world.bufferLog(actor));
        environment.now.staging = ports.staging();
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

    BufferIndex index(Actor actor, BufferNumber number) {
        return mistake.plant(world.ports(actor, number.buffer(World.STREAM)), world).index();
    }

    /// Those that a flush run is for: one of those that are due, as an invocation of its own; or all of them.
    List<BufferNumber> toFlush(Functions functions, Actor actor, Configuration configuration, InstantSource clock,
            boolean all) {
        if (world.bufferCount(configuration).isEmpty()) {
            return List.of(BufferNumber.FIRST);
        }
        Functions.Keeper keeper = keeper(functions, actor, configuration, world.ports(actor).staging(), clock);
        List<BufferNumber> due = mistake.plantFlush(all ? keeper.buffers() : keeper.followDue(), world.table());
        return all ? due : List.of(world.choices().pick(due));
    }

    /// A buffer's index as flush runs and sweeps have it.
    BufferIndex guarded(Functions functions, Actor actor, Configuration configuration, Mistake.Ports ports) {
        return world.bufferCount(configuration).isEmpty()
                ? ports.index()
                : keeper(functions, actor, configuration, ports.staging(), world.clock()).guarded(ports.index());
    }

    /// The stream's buffers as a job beside them knows them.
    ///
    /// @param names read anew each time
    /// @param guard makes sure that a buffer is known to be one before anything is done with its index
    public record Known(Supplier<List<String>> names, UnaryOperator<BufferIndex> guard) {}

    /// Those that a job of the lake goes through.
    public Known known(Actor actor, Configuration configuration) {
        return new Known(
                () -> all(Functions.OWN, actor, configuration).stream().map(each -> each.buffer(World.STREAM)).toList(),
                index -> world.bufferCount(configuration).isEmpty()
                        ? index
                        : keeper(Functions.OWN, actor, configuration, world.ports(actor).staging(), world.clock())
                                .guarded(index));
    }

    /// The buffers that an invocation of the transform function stages to.
    ///
    /// @param ports    of the invocation, whichever buffer it asks for
    /// @param replica  the stores with the index of a buffer, by its name
    Function<BufferNumber, Buffer> staged(Actor actor, Configuration configuration, Mistake.Ports ports,
            Function<String, Mistake.Ports> replica) {
        return number -> {
            String buffer = number.buffer(World.STREAM);
            BufferIndex index = mistake.plant(replica.apply(buffer), world).index();
            return new Buffer(buffer, ports.staging(),
                    keeper(Functions.OWN, actor, configuration, ports.staging(), world.clock()).guarded(index));
        };
    }

    /// All that there are.
    List<BufferNumber> all(Functions functions, Actor actor, Configuration configuration) {
        return world.bufferCount(configuration).isEmpty()
                ? List.of(BufferNumber.FIRST)
                : keeper(functions, actor, configuration, world.ports(actor).staging(), world.clock()).buffers();
    }

    Functions.Keeper keeper(Functions functions, Actor actor, Configuration configuration, ObjectStore staging,
            InstantSource clock) {
        return functions.keeper(
                new BufferNumbers.BufferNumberSettings(World.STREAM, world.bufferCount(configuration), EVERY,
                        World.FOLDED_FOR),
                mistake.plantBuffers(world.bufferLog(actor)), staging, clock);
    }

    /// Before anything is staged, and in some worlds only.
    void begin(Configuration configuration) {
        if (world.choices().oneIn(2)) {
            new BufferNumbers(
                    new BufferNumbers.BufferNumberSettings(World.STREAM, world.bufferCount(configuration), EVERY,
                            World.FOLDED_FOR),
                    world.table(), new BufferCountArchive(World.STREAM, world.stagingBucket()), world.clock()).begin();
        }
    }
}
