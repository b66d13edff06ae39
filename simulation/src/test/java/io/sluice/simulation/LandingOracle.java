package io.sluice.simulation;

import io.sluice.landing.LandedObject;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Judges landing logs when all is calm: each object was told once, as it is.
final class LandingOracle {
    private LandingOracle() {}

    /// @param objects everything that was delivered
    /// @throws Violation when anything is wrong
    static void judge(World world, List<Map.Entry<String, byte[]>> objects) {
        Map<ObjectKey, LandedObject> told = new HashMap<>();
        for (World.Buffer buffer : world.buffers().values()) {
            for (LandedObject object : buffer.ledger().landings().objects()) {
                if (told.put(object.key(), object) != null) {
                    throw new Violation(object.key() + " landed in two buffers");
                }
            }
        }
        for (Map.Entry<String, byte[]> object : objects) {
            ObjectKey key = new ObjectKey(object.getKey());
            LandedObject landed = told.remove(key);
            if (landed == null && Delivered.lines(key.value(), object.getValue()).isEmpty()) {
                continue; // It only decides that what it was to hold is discarded.
            }
            if (landed == null) {
                throw new Violation("nobody was told that " + key + " landed");
            }
            if (!world.isRewritten(key)) {
                check(landed, object.getValue());
            }
        }
        if (!told.isEmpty()) {
            throw new Violation("landed and not there: " + told.keySet());
        }
    }

    private static void check(LandedObject landed, byte[] bytes) {
        String key = landed.key().value();
        int records = Delivered.lines(key, bytes).size();
        Partition.Kind kind = key.startsWith(Configuration.ERRORS) ? Partition.Kind.ERRORS : Partition.Kind.DATA;
        if (landed.bytes() != bytes.length || landed.records() != records || landed.kind() != kind) {
            throw new Violation(landed + " landed, and has " + bytes.length + " bytes and " + records + " records");
        }
    }
}
