package io.sluice.simulation;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Others who put objects at keys that open deliveries are to have, and of their rejects, and operators who remove
/// them.
final class OtherWriters {
    private static final byte[] FOREIGN = "not the stream's".getBytes(StandardCharsets.UTF_8);

    private final World world;
    private final List<ObjectKey> there = new ArrayList<>();

    OtherWriters(World world) {
        this.world = world;
    }

    /// Tests whether an object is theirs.
    static boolean wrote(MemoryObjectStore store, ObjectKey key) {
        return store.head(key).filter(info -> info.length() == FOREIGN.length).isPresent()
                && Arrays.equals(store.get(key), FOREIGN);
    }

    void act() {
        List<ObjectKey> free = world.streamBuffers().stream()
                .flatMap(buffer -> buffer.ledger().current().deliveries().stream())
                .flatMap(delivery -> Stream.concat(Stream.of(delivery.key()), delivery.rejects().stream()))
                .filter(key -> world.dataBucket().head(key).isEmpty()).toList();
        if (!there.isEmpty() && (free.isEmpty() || world.choices().oneIn(2))) {
            remove(there.remove(world.choices().below(there.size())));
        } else if (!free.isEmpty()) {
            ObjectKey key = world.choices().pick(free);
            world.trace().add("somebody else", () -> "puts " + key);
            world.dataBucket().put(key, Body.of(FOREIGN));
            there.add(key);
            world.reached().note(RareState.FOREIGN_OBJECT_IN_THE_WAY);
        }
    }

    /// Nothing is in the way any more.
    void calm() {
        there.forEach(this::remove);
        there.clear();
    }

    private void remove(ObjectKey key) {
        world.trace().add("operator", () -> "removes " + key);
        world.dataBucket().delete(List.of(key));
    }
}
