package io.sluice.benchmarks.sustain;

/// The figures of a buffer for an interval's batches, as it was executed or worked out of what was ([Line]).
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
    static Point of(BufferFigures buffer, int requestsMax) {
        RunFigures busiest = buffer.busiest();
        Cloud.Counts counts = buffer.counts();
        return new Point(buffer.batches(), buffer.seconds(), busiest.processorSeconds(), busiest.networkSeconds(),
                buffer.waitingNanos() / 1e9 / requestsMax / busiest.invocations(), counts.puts + buffer.batches(),
                counts.gets, counts.deletes, counts.lists, counts.objects, counts.objectBytes,
                counts.writeUnits + buffer.batches(), counts.readUnits, buffer.flushNanos() / 1e9,
                buffer.invocations());
    }

    /// As so many buffers with such a point each have together; time is as long as in one of them.
    Point times(double buffers) {
        return new Point(batches * buffers, seconds, processor, network, waiting, puts * buffers, gets * buffers,
                deletes * buffers, lists * buffers, objects * buffers, objectBytes * buffers, writeUnits * buffers,
                readUnits * buffers, flushTime * buffers, invocations * buffers);
    }

    double s3Requests() {
        return puts + gets + deletes + lists;
    }
}
