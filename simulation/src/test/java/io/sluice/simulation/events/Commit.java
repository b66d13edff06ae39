package io.sluice.simulation.events;

import io.sluice.landing.Landed;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.util.List;

/// What one commit of a lane landed, as the world knows it.
///
/// @param previous the commit before it that anything landed with; 0: none did
/// @param at       when it was planned, epoch milliseconds
/// @param objects  none where a recovery chose so
record Commit(long version, long previous, long at, List<Written> objects) {
    Commit {
        objects = List.copyOf(objects);
    }

    /// As it is put.
    Landing landing(String chain) {
        return new Landing(version, new ObjectKey("manifests/" + chain + "/" + version), new Landed(at, previous,
                objects.stream().map(Commit::landed).toList()));
    }

    private static LandedObject landed(Written each) {
        return new LandedObject(new ObjectKey(each.key()),
                each.date().isPresent() ? Partition.Kind.DATA : Partition.Kind.ERRORS, each.bytes(),
                each.records().size(), each.oldest(), each.newest());
    }
}
