package io.sluice.simulation;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferCountLog;
import io.sluice.buffers.BufferNumber;
import io.sluice.flush.SweepMark;
import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;
import io.sluice.recover.RecoveryMark;
import io.sluice.simulation.lake.LakePorts;
import java.time.Duration;
import java.util.List;

/// A mistake in the protocol, planted between the code and its stores, to see that the simulation finds it.
@FunctionalInterface
public interface Mistake {
    Mistake NONE = (ports, _) -> ports;

    /// The stores as the code of one invocation sees them.
    ///
    /// @param answered runs when the invocation's answer has left
    record Ports(ObjectStore staging, ObjectStore data, BufferIndex index, Runnable answered) {
        Ports withStaging(ObjectStore other) {
            return new Ports(other, data, index, answered);
        }

        Ports withData(ObjectStore other) {
            return new Ports(staging, other, index, answered);
        }

        Ports withIndex(BufferIndex other) {
            return new Ports(staging, data, other, answered);
        }
    }

    Ports plant(Ports ports, World world);

    /// A replica's way of calls as its clients meet it.
    default CallDoor plantDoor(CallDoor door) {
        return door;
    }

    /// The stores as the code of a repartition, a retention run or an erasure sees them.
    default LakePorts plantLake(LakePorts ports, World world) {
        return ports;
    }

    /// The stores as the code of a compaction sees them.
    default LakePorts plantCompaction(LakePorts ports, World world) {
        return plantLake(ports, world);
    }

    /// The stores as the code sees them that tells what jobs of the lake do.
    default LakePorts plantAnnouncements(LakePorts ports) {
        return ports;
    }

    /// The stores as the code of an invocation that carries out a slice sees them.
    default Ports plantSlice(Ports ports, World world, AskedSlice asked) {
        return plant(ports, world);
    }

    /// The stores as the code of a sweep sees them.
    default Ports plantSweep(Ports ports, World world) {
        return plant(ports, world);
    }

    /// The mark of a sweep as its code sees it.
    default SweepMark plantMark(SweepMark mark) {
        return mark;
    }

    /// The mark of a recovery as its code sees it.
    default RecoveryMark plantMark(RecoveryMark mark) {
        return mark;
    }

    /// How many buffers an environment takes a batch's stream to have.
    ///
    /// @param log as the invocation reaches it that asks
    default BufferCount plantCount(BufferCount count, BufferCountLog log) {
        return count;
    }

    /// The history of buffers as the code of one invocation sees it.
    default BufferCountLog plantBuffers(BufferCountLog log) {
        return log;
    }

    /// The buffers that a flush run goes through.
    ///
    /// @param now their history as it is
    default List<BufferNumber> plantFlush(List<BufferNumber> buffers, BufferCountLog now) {
        return buffers;
    }

    /// Which buffer is recovered where one is to be.
    default BufferNumber plantRecovered(BufferNumber number) {
        return number;
    }

    /// Whether the first buffer is recovered before the others are asked for.
    default boolean recoversTheFirstBufferFirst() {
        return false;
    }

    /// The stores as who asks until when the stream is complete sees them.
    default Ports plantCompleteness(Ports ports) {
        return ports;
    }

    /// The lateness of dates as who tells them knows it.
    default Duration plantLateness(Duration declared) {
        return declared;
    }

    /// Whether dates are told before what landed is.
    default boolean tellsDatesFirst() {
        return false;
    }

    /// The stores as the code of a recovery sees them.
    default Ports plantRecovery(Ports ports, World world) {
        return ports;
    }
}
