package io.sluice.local.plan;

import io.sluice.config.Cadence;
import io.sluice.config.FunctionMemory;
import java.util.Map;
import java.util.Optional;

/// The forecast of a stream, told from a sample.
///
/// @param stream           its name
/// @param sample           what was read
/// @param counts           what became of the sample
/// @param growth           partitions of the sample
/// @param traffic          how much the stream brings
/// @param cadence          how long records are buffered
/// @param activePartitions partitions that are buffered at once, in a lane
/// @param objects          what the data of [Cadence#effective] is delivered as
/// @param smallObjects     a warning, where they are small
/// @param replicas         what takes calls in; empty where Firehose or another source does
/// @param batches          how records are staged
/// @param staging          what was measured
/// @param entry            a batch's index entry
/// @param index            the index table's load
/// @param flush            the flusher's load
/// @param ceiling          what one buffer bears
/// @param requests         a month's requests
/// @param firehose         the same stream with Firehose's dynamic partitioning
/// @param memory           of the functions
/// @param cost             a month's bill
/// @param compaction       a day as it is delivered and as it is compacted; empty where it cannot be
/// @param ifGrowthEnds     the same, if the partitions of the sample were all there are: the other end of the range,
///                         where the sample is shorter than what is buffered and its partitions still grow
public record Forecast(String stream, Sample sample, Counts counts, Growth growth, Traffic traffic, Cadence cadence,
        double activePartitions, ObjectForecast objects, Optional<SmallObjectWarning> smallObjects,
        Optional<Replicas> replicas, Batches batches,
        Staging staging, EntryForecast entry, IndexLoad index, FlushLoad flush, Ceiling ceiling,
        RunRequests requests,
        FirehoseForecast firehose, FunctionMemory memory, MonthlyCost cost, Optional<CompactionForecast> compaction,
        Optional<Forecast> ifGrowthEnds) {

    /// The counts of the sample's records, by what became of them.
    ///
    /// @param records    after deaggregation and transformation
    /// @param delivered  that have a partition of their own
    /// @param rejected   that become error records
    /// @param dropped    that a transformation left out
    /// @param causes     how many were rejected, by why
    /// @param carriedMax the most records in one source record
    public record Counts(long records, long delivered, long rejected, long dropped, Map<String, Long> causes,
            long carriedMax) {
        public Counts {
            causes = Map.copyOf(causes);
        }
    }
}
