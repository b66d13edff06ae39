package io.sluice.simulation;

import io.sluice.objects.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reads delivered objects and, in some worlds, deletes them: not before every run that may still write them is over.
final class Consumer {
    private static final Duration SAFE_AFTER = World.INVOCATION_MAX.plus(World.LATE_MAX).plusMinutes(1);

    private final World world;
    private final boolean deletes;
    private final List<Map.Entry<String, byte[]>> taken = new ArrayList<>();

    Consumer(World world) {
        this(world, world.choices().oneIn(3));
    }

    private Consumer(World world, boolean deletes) {
        this.world = world;
        this.deletes = deletes;
    }

    /// One that leaves everything where it is.
    static Consumer none(World world) {
        return new Consumer(world, false);
    }

    /// Objects that were taken out of the bucket, each time that they were.
    List<Map.Entry<String, byte[]>> taken() {
        return taken;
    }

    void consume() {
        if (!deletes) {
            return;
        }
        long safe = world.clock().millis() - SAFE_AFTER.toMillis();
        for (Map.Entry<String, byte[]> object : world.dataBucket().contents().entrySet()) {
            ObjectKey key = new ObjectKey(object.getKey());
            if (world.streamBuffers().stream().anyMatch(
                    buffer -> buffer.ledger().closedAt(key).filter(closed -> closed < safe).isPresent())) {
                world.trace().add("consumer", () -> "takes " + key);
                taken.add(object);
                world.dataBucket().delete(List.of(key));
            }
        }
    }
}
