package io.sluice.simulation.lake;

import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.retention.RetentionRules;
import io.sluice.source.SourceStore;
import io.sluice.index.Buffer;
import io.sluice.simulation.WorldBuffers;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// The stores as the code of a repartition, a retention run or an erasure sees them.
///
/// @param source  the data bucket, as a repartition reads it
/// @param tree    the data bucket, as objects are removed from it
/// @param data    the data bucket, as it is written
/// @param indexes the index of a buffer, by its name
/// @param known   the stream's own buffers
public record LakePorts(SourceStore source, ObjectTree tree, RetentionRules rules, ObjectStore staging,
        ObjectStore data, Function<String, BufferIndex> indexes, WorldBuffers.Known known) {
    /// The stream's own buffers, asked for anew each time.
    Supplier<List<Buffer>> buffers() {
        return () -> known.names().get().stream().map(this::buffer).toList();
    }

    /// A buffer of the stream.
    Buffer buffer(String name) {
        return new Buffer(name, staging, known.guard().apply(indexes.apply(name)));
    }

    LakePorts withSource(SourceStore other) {
        return new LakePorts(other, tree, rules, staging, data, indexes, known);
    }

    LakePorts withRules(RetentionRules others) {
        return new LakePorts(source, tree, others, staging, data, indexes, known);
    }

    LakePorts withTree(ObjectTree other) {
        return new LakePorts(source, other, rules, staging, data, indexes, known);
    }

    LakePorts withData(ObjectStore other) {
        return new LakePorts(source, tree, rules, staging, other, indexes, known);
    }

    LakePorts withStaging(ObjectStore other) {
        return new LakePorts(source, tree, rules, other, data, indexes, known);
    }

    LakePorts withIndexes(Function<String, BufferIndex> others) {
        return new LakePorts(source, tree, rules, staging, data, others, known);
    }
}
