package io.sluice.simulation;

import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;
import io.sluice.simulation.lake.LakePorts;

/// A mistake in the protocol, planted between the code and its stores, to see that the simulation finds it.
@FunctionalInterface
public interface Mistake {
    Mistake NONE = (ports, _) -> ports;

    /// The stores as the code of one invocation sees them.
    ///
    /// @param answered runs when the invocation's answer has left
    record Ports(ObjectStore staging, ObjectStore data, BufferIndex index, Runnable answered) {}

    Ports plant(Ports ports, World world);

    /// The stores as the code of a repartition, a retention run or an erasure sees them.
    default LakePorts plantLake(LakePorts ports, World world) {
        return ports;
    }

    /// The stores as the code of a compaction sees them.
    default LakePorts plantCompaction(LakePorts ports, World world) {
        return plantLake(ports, world);
    }

    /// The stores as the code of an invocation that carries out a slice sees them.
    default Ports plantSlice(Ports ports, World world, AskedSlice asked) {
        return plant(ports, world);
    }

    /// The stores as the code of a sweep sees them.
    default Ports plantSweep(Ports ports, World world) {
        return plant(ports, world);
    }

    /// The stores as the code of a recovery sees them.
    default Ports plantRecovery(Ports ports, World world) {
        return ports;
    }
}
