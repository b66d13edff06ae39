package io.sluice.benchmarks.sustain;

/// The figures of a lane for an interval's batches, as it was executed or worked out of what was ([Line]).
///
/// @param batches     of the interval
/// @param seconds     from the run's start to its last object
/// @param processor   seconds of one processor that the busiest invocation has
/// @param network     seconds in which its network is at work
/// @param waiting     seconds in which as many requests as there may be wait for S3
/// @param puts        S3 PUT requests, segments included
/// @param gets        S3 GET and HEAD requests
/// @param deletes     S3 DELETE requests
/// @param lists       S3 LIST requests
/// @param objects     delivered
/// @param objectBytes of them
/// @param writeUnits  DynamoDB
/// @param readUnits   DynamoDB
/// @param flushTime   seconds of all invocations of the flusher
/// @param invocations of the flusher
record Point(double batches, double seconds, double processor, double network, double waiting, double puts,
        double gets, double deletes, double lists, double objects, double objectBytes, double writeUnits,
        double readUnits, double flushTime, double invocations) {
    /// @param requestsMax requests that an invocation has under way at once
    static Point of(LaneFigures lane, int requestsMax) {
        RunFigures busiest = lane.busiest();
        Cloud.Counts counts = lane.counts();
        return new Point(lane.batches(), lane.seconds(), busiest.processorSeconds(), busiest.networkSeconds(),
                lane.waitingNanos() / 1e9 / requestsMax / busiest.invocations(), counts.puts + lane.batches(),
                counts.gets, counts.deletes, counts.lists, counts.objects, counts.objectBytes,
                counts.writeUnits + lane.batches(), counts.readUnits, lane.flushNanos() / 1e9, lane.invocations());
    }

    /// As so many lanes with such a point each have together; time is as long as in one of them.
    Point times(double lanes) {
        return new Point(batches * lanes, seconds, processor, network, waiting, puts * lanes, gets * lanes,
                deletes * lanes, lists * lanes, objects * lanes, objectBytes * lanes, writeUnits * lanes,
                readUnits * lanes, flushTime * lanes, invocations * lanes);
    }

    double s3Requests() {
        return puts + gets + deletes + lists;
    }
}
