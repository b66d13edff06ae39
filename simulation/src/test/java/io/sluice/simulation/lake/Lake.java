package io.sluice.simulation.lake;

import io.sluice.flush.OpenDeliveries;
import io.sluice.landing.LakeLog;
import io.sluice.landing.Landing;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.simulation.Actor;
import io.sluice.simulation.Bodies;
import io.sluice.simulation.Mistake;
import io.sluice.simulation.RareState;
import io.sluice.simulation.Wire;
import io.sluice.simulation.World;
import io.sluice.simulation.WorldBuffers;
import io.sluice.testkit.memory.MemoryRetentionRules;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.view.Announcements;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/// A bucket in which days are repartitioned and objects removed: what is in it, and who may change what.
final class Lake {
    /// What jobs take a step to need.
    private static final Duration STEP_TIME = Duration.ofSeconds(20);

    private final World world;
    private final Mistake mistake;
    private final LakeRules rules;
    private final WorldBuffers buffers;
    private final MemoryRetentionRules retentionRules = new MemoryRetentionRules();

    Lake(World world, Mistake mistake, LakeRules rules) {
        this.world = world;
        this.mistake = mistake;
        this.rules = rules;
        this.buffers = new WorldBuffers(world, mistake);
        world.observeData(Written::new);
    }

    World world() {
        return world;
    }

    LakeRules rules() {
        return rules;
    }

    MemoryRetentionRules retentionRules() {
        return retentionRules;
    }

    /// An invocation that reaches the stores as [#ports] gives them.
    ///
    /// @param licence what it may remove
    Actor actor(String name, Targets.Licence licence, BiConsumer<Actor, LakePorts> work) {
        return actor(name, licence, work, mistake::plantLake);
    }

    /// The same of a compaction, which removes what it joined alone.
    Actor compaction(String name, BiConsumer<Actor, LakePorts> work) {
        return actor(name, object -> {
            throw new IllegalStateException("a compaction removes what it joined, not " + object.key());
        }, work, mistake::plantCompaction);
    }

    private Actor actor(String name, Targets.Licence licence, BiConsumer<Actor, LakePorts> work,
            BiFunction<LakePorts, World, LakePorts> planted) {
        Actor[] self = new Actor[1];
        self[0] = new Actor(name, world.clock().millis(),
                () -> work.accept(self[0], planted.apply(ports(self[0], licence), world)));
        return self[0];
    }

    /// Where jobs tell what they replace and remove; empty where the stream has no landing log.
    Optional<Announcements> announcements(LakePorts ports, InstantSource clock) {
        LakePorts planted = mistake.plantAnnouncements(ports);
        return world.keepsLandings()
                ? Optional.of(new Announcements(
                        new LakeLog(World.STREAM, planted.staging(), world.toldLake().reader(), clock),
                        new OpenDeliveries(planted.buffers())))
                : Optional.empty();
    }

    /// The time of a job, which is over behind some requests now and then.
    Duration time() {
        return world.hurries() && world.choices().oneIn(3)
                ? STEP_TIME.plusMillis(world.choices().between(0, 600))
                : World.INVOCATION_MAX;
    }

    private ObjectTree tree() {
        return world.hurries() ? new ShortFolders(world.dataBucket()) : world.dataBucket();
    }

    private LakePorts ports(Actor actor, Targets.Licence licence) {
        Set<ObjectKey> toldByIt = new HashSet<>();
        Targets.Licence orTold = object -> {
            // What others told of is carried out by any.
            if (!world.keepsLandings() || toldByIt.contains(object.key())) {
                licence.check(object);
            } else {
                world.reached().note(RareState.REMOVED_BY_ANOTHER);
            }
            world.toldLake().requireTold(object.key(), object.length(), licence.waits(object));
        };
        Wire wire = new Wire(world, actor);
        Mistake.Ports stream = world.ports(actor);
        return new LakePorts(
                new WiredSource(wire,
                        new WatchedSource(rules.source(), world.dataBucket(), rules::removed, rules::checkView,
                                () -> world.reached().note(RareState.SOURCE_REMOVAL_REFUSED))),
                new WiredTree(wire,
                        new WatchedTree(tree(), key -> rules.targets().removes(key, orTold),
                                rules::checkView)),
                new WiredRules(wire, retentionRules), telling(stream.staging(), toldByIt), stream.data(),
                buffer -> world.index(wire, buffer), buffers.known(actor, world.configurations().getFirst()));
    }

    /// The staging bucket of who tells what goes.
    ///
    /// @param objects takes these
    private static ObjectStore telling(ObjectStore staging, Set<ObjectKey> objects) {
        return new PassingObjectStore(staging) {
            @Override
            public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
                if (key.value().startsWith(Landing.prefix(LakeLog.chain(World.STREAM)))) {
                    Landing.decode(key, Bodies.bytes(body)).change().stream().flatMap(change -> change.gone().stream())
                            .forEach(object -> objects.add(object.key()));
                }
                return super.create(key, body, attributes);
            }
        };
    }

    /// The data bucket as it is written: read through the view after every change. The view's text alone is replaced.
    private final class Written extends PassingObjectStore {
        Written(ObjectStore store) {
            super(store);
        }

        @Override
        public void put(ObjectKey key, Body body) {
            world.dataBucket().put(key, body);
            rules.checkView();
        }

        @Override
        public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
            Created created = super.create(key, body, attributes);
            if (created == Created.CREATED) {
                rules.targets().created(key, Bodies.bytes(body));
                rules.checkView();
            }
            return created;
        }

        /// What nobody has seen is taken away again by who made it.
        @Override
        public void delete(Collection<ObjectKey> keys) {
            keys.forEach(rules::withdraws);
            super.delete(keys);
            rules.checkView();
        }
    }
}
