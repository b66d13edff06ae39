package io.sluice.simulation.lake;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.simulation.Actor;
import io.sluice.simulation.Mistake;
import io.sluice.simulation.Violation;
import io.sluice.simulation.Wire;
import io.sluice.simulation.World;
import io.sluice.source.SourceObject;
import io.sluice.testkit.memory.MemoryRetentionRules;
import io.sluice.testkit.requests.PassingObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.BiConsumer;

/// A bucket in which days are repartitioned and objects removed: what is in it, and who may change what.
final class Lake {
    private final World world;
    private final Mistake mistake;
    private final Terms terms;
    private final Sources sources;
    private final Targets targets;
    private final ViewCheck view;
    private final MemoryRetentionRules rules = new MemoryRetentionRules();

    Lake(World world, Mistake mistake) {
        this.world = world;
        this.mistake = mistake;
        this.terms = Terms.draw(world.choices());
        this.sources = new Sources(world);
        this.targets = new Targets(world);
        this.view = new ViewCheck(world, sources, targets, terms);
        world.observeData(Written::new);
    }

    World world() {
        return world;
    }

    Terms terms() {
        return terms;
    }

    Sources sources() {
        return sources;
    }

    Targets targets() {
        return targets;
    }

    MemoryRetentionRules rules() {
        return rules;
    }

    ViewCheck view() {
        return view;
    }

    /// An invocation that reaches the stores as [#ports] gives them.
    ///
    /// @param licence what it may remove
    Actor actor(String name, Targets.Licence licence, BiConsumer<Actor, LakePorts> work) {
        Actor[] self = new Actor[1];
        self[0] = new Actor(name, world.clock().millis(),
                () -> work.accept(self[0], mistake.plantLake(ports(self[0], licence), world)));
        return self[0];
    }

    private LakePorts ports(Actor actor, Targets.Licence licence) {
        Wire wire = new Wire(world, actor);
        Mistake.Ports stream = world.ports(actor);
        return new LakePorts(
                new WiredSource(wire, new WatchedSource(sources.store(), this::removesSource, view::check)),
                new WiredTree(wire,
                        new WatchedTree(world.dataBucket(), key -> targets.removes(key, licence), view::check)),
                new WiredRules(wire, rules), stream.staging(), stream.data(), buffer -> world.index(wire, buffer));
    }

    private void removesSource(SourceObject object) {
        if (!sources.mayGo(object)) {
            throw new Violation("DELETE of source " + object.key() + ", which is not delivered");
        }
    }

    /// The data bucket as it is written: read through the view after every change. The view's text alone is replaced.
    private final class Written extends PassingObjectStore {
        Written(ObjectStore store) {
            super(store);
        }

        @Override
        public void put(ObjectKey key, Body body) {
            world.dataBucket().put(key, body);
            view.check();
        }

        @Override
        public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
            Created created = super.create(key, body, attributes);
            if (created == Created.CREATED) {
                targets.created(key, bytes(body));
                view.check();
            }
            return created;
        }
    }

    private static byte[] bytes(Body body) {
        try (InputStream in = body.open()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
