package io.sluice.local.report;

import io.sluice.local.plan.RunRequests;
import java.util.List;
import java.util.stream.Stream;

/// The counts of a finished run, all its parts together when it was taken up again.
///
/// @param recordsIn            records after deaggregation
/// @param recordsDelivered     in data objects
/// @param recordsRejected      in error objects
/// @param recordsDropped       left out by a transformation on purpose
/// @param recordsDiscarded     in damaged chunks that were given up by name; in no object
/// @param objects              objects written, error objects included
/// @param errorObjects         error objects among them
/// @param bytesIn              bytes of the source records
/// @param activePartitionsPeak the most partitions that were buffered at once
/// @param requests             what was asked of the services
/// @param problems             what went wrong on the way, in sentences; empty for a clean run
public record RunCounts(long recordsIn, long recordsDelivered, long recordsRejected, long recordsDropped,
        long recordsDiscarded, long objects, long errorObjects, long bytesIn, long activePartitionsPeak,
        RunRequests requests, List<String> problems) {
    public RunCounts {
        problems = List.copyOf(problems);
    }

    /// The same with another problem.
    public RunCounts with(String problem) {
        return new RunCounts(recordsIn, recordsDelivered, recordsRejected, recordsDropped, recordsDiscarded,
                objects, errorObjects, bytesIn,
                activePartitionsPeak, requests, Stream.concat(problems.stream(), Stream.of(problem)).toList());
    }

    /// Tests whether every record that went in came out, or was given up by name.
    public boolean balances() {
        return recordsIn == recordsDelivered + recordsRejected + recordsDropped + recordsDiscarded;
    }
}
