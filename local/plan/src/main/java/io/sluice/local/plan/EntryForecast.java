package io.sluice.local.plan;

/// A batch's index entry at the stream's rate.
///
/// @param partitions     partitions of a batch, those of error records included
/// @param directoryBytes its encoded directory
/// @param itemBytes      its index item
/// @param tailShare      share of batches whose item has no room for the directory: it is the segment's tail then
public record EntryForecast(double partitions, double directoryBytes, double itemBytes, double tailShare) {
    private static final int WRITE_UNIT_BYTES = 1_024;
    /// The bytes by which an entry says where its directory is, instead of holding it.
    private static final int REFERENCE_BYTES = 8;

    /// As measured; where the sample is smaller than a batch, its directory grows with the partitions.
    ///
    /// @param partitionsPerBatch at the stream's rate
    static EntryForecast of(Staging staging, double partitionsPerBatch) {
        double factor = staging.partitions() == 0 ? 1 : Math.max(1, partitionsPerBatch / staging.partitions());
        double directory = staging.directoryBytes() * factor;
        double more = directory - staging.directoryBytes();
        if (staging.tails() > 0 || staging.itemBytes() + more <= WRITE_UNIT_BYTES) {
            double item = staging.tails() > 0 ? staging.itemBytes() : staging.itemBytes() + more;
            return new EntryForecast(staging.partitions() * factor, directory, item, staging.tailShare());
        }
        return new EntryForecast(staging.partitions() * factor, directory,
                Math.max(0, staging.itemBytes() - staging.directoryBytes()) + REFERENCE_BYTES, 1);
    }
}
