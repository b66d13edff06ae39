package io.sluice.benchmarks.scale;

import io.sluice.benchmarks.data.Clickstream;
import java.util.List;

/// The work of a process: what it is to stage and deliver.
///
/// @param partitions      active at once
/// @param batches         how many
/// @param recordsPerBatch records in each
/// @param recordBytes     of each record
record Job(int partitions, int batches, int recordsPerBatch, int recordBytes) {
    static Job parse(List<String> arguments) {
        List<Integer> numbers = arguments.stream().map(Integer::valueOf).toList();
        return new Job(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3));
    }

    List<String> arguments() {
        return List.of(Integer.toString(partitions), Integer.toString(batches), Integer.toString(recordsPerBatch),
                Integer.toString(recordBytes));
    }

    Clickstream clicks() {
        return new Clickstream(recordBytes, partitions);
    }

    long records() {
        return (long) batches * recordsPerBatch;
    }
}
