package io.sluice.simulation.lake;

import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.retention.RetentionRules;
import io.sluice.source.SourceStore;
import java.util.function.Function;

/// The stores as the code of a repartition, a retention run or an erasure sees them.
///
/// @param source  the data bucket, as a repartition reads it
/// @param tree    the data bucket, as objects are removed from it
/// @param data    the data bucket, as it is written
/// @param indexes the index of a buffer, by its name
public record LakePorts(SourceStore source, ObjectTree tree, RetentionRules rules, ObjectStore staging,
        ObjectStore data, Function<String, BufferIndex> indexes) {
    LakePorts withSource(SourceStore other) {
        return new LakePorts(other, tree, rules, staging, data, indexes);
    }

    LakePorts withRules(RetentionRules others) {
        return new LakePorts(source, tree, others, staging, data, indexes);
    }

    LakePorts withTree(ObjectTree other) {
        return new LakePorts(source, other, rules, staging, data, indexes);
    }

    LakePorts withData(ObjectStore other) {
        return new LakePorts(source, tree, rules, staging, other, indexes);
    }

    LakePorts withStaging(ObjectStore other) {
        return new LakePorts(source, tree, rules, other, data, indexes);
    }

    LakePorts withIndexes(Function<String, BufferIndex> others) {
        return new LakePorts(source, tree, rules, staging, data, others);
    }
}
