package io.sluice.benchmarks.sustain;

import io.sluice.flush.ReadAheadBudget;

/// The number of times that segments are read, which is on no straight line: once in each read-ahead, and an interval
/// of more bytes has more read-aheads. How it follows from the settings is `ReadAheadBudget`'s and `ArrivalReader`'s
/// rule; the executed counts say whether this does ([Line#readsError]).
///
/// @param segmentBytes   of an average batch
/// @param directoryBytes of an average batch, as they count for a commit's bound
/// @param flushMemoryBytes      `FlushMemoryInMBs`
/// @param commitBytes    directory bytes that one commit folds
/// @param slices         that share a run's deliveries, each with a range of every segment
/// @param client         what a request costs
/// @param share          of a vCPU
/// @param requestsMax    under way at once
record Reads(double segmentBytes, double directoryBytes, long flushMemoryBytes, long commitBytes, int slices,
        ClientCost client, double share, int requestsMax) {

    /// GETs of segments' ranges for so many batches.
    double ranges(double batches) {
        double each = Math.max(1, Math.floor(commitBytes / directoryBytes));
        double commits = Math.floor(batches / each);
        return commits * commit(each) + commit(batches - commits * each);
    }

    private double commit(double batches) {
        return batches == 0
                ? 0
                : slices * batches * new ReadAheadBudget(flushMemoryBytes).readAheads(batches * segmentBytes / slices);
    }

    /// A point that was found on a line, with the GETs that there are, and at least as long as whatever it needs most.
    ///
    /// @param gets that there are
    Point correct(Point point, double gets) {
        double more = (gets - point.gets()) / slices;
        double processor = Math.max(0, point.processor() + more * client.get() / 1e9);
        double waiting = Math.max(0, point.waiting() + more * Stores.STATED.read().toNanos() / 1e9 / requestsMax);
        double seconds = Math.max(Math.max(point.seconds(), processor / share), Math.max(point.network(), waiting));
        return new Point(point.batches(), seconds, processor, point.network(), waiting, point.puts(), gets,
                point.deletes(), point.lists(), point.objects(), point.objectBytes(), point.writeUnits(),
                point.readUnits(), point.flushTime() + (seconds - point.seconds()) * slices, point.invocations());
    }
}
