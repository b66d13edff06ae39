package io.sluice.simulation;

import io.sluice.simulation.lake.LakeLife;
import java.util.List;

/// Makes the parts of a world that its knobs choose.
final class WorldParts {
    private WorldParts() {}

    static List<Configuration> configurations(Choices choices, Knobs knobs, boolean hasLake, boolean compacts) {
        if (!hasLake) {
            return Configurations.draw(choices);
        }
        int versions = knobs.buffers() > 1 ? choices.between(1, 3) : 1;
        return compacts
                ? Configurations.drawCompacted(choices, versions)
                : Configurations.drawDated(choices, versions);
    }

    static LakeLife life(World world, Mistake mistake, Source source, boolean compacts) {
        return compacts
                ? LakeLife.compacted(world, mistake, source.batches())
                : LakeLife.repartitioned(world, mistake, source.batches());
    }

    /// What hands records over where there is no lake.
    static Source source(World world, Mistake mistake, Knobs knobs) {
        return switch (knobs.feed()) {
            case FIREHOSE_OR_KINESIS -> world.choices().oneIn(knobs.kinesis())
                    ? new KinesisSource(world, mistake, knobs)
                    : knobs.extreme() == Knobs.Extreme.NUMBERED_ALIKE
                            ? FirehoseSource.alike(world, mistake, knobs.batches())
                            : FirehoseSource.usual(world, mistake, knobs.batches());
            case KAFKA -> new KafkaSource(world, mistake, knobs.batches());
            case SQS -> NamedSource.queue(world, mistake, knobs);
            case DYNAMODB_STREAMS -> NamedSource.changes(world, mistake, knobs);
            case OBJECTS -> new ObjectSource(world, mistake, knobs);
            case CALLS -> new CallSource(world, mistake, knobs);
            case LOGS -> FirehoseSource.logs(world, mistake, knobs.batches());
        };
    }
}
