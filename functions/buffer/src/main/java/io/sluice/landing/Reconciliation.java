package io.sluice.landing;

/// The sum of all records of a chain since its first commit, by the manifest of one commit.
///
/// @param chain     name of the buffer
/// @param version   the commit's
/// @param in        records that were staged, and those that transformations dropped
/// @param delivered records in objects that were written
/// @param rejected  error records in error objects that were written
/// @param dropped   records that transformations dropped on purpose
/// @param discarded records whose staged bytes were damaged and that an operator gave up
/// @param pending   records that wait
/// @param open      records of deliveries that are not known to be written
public record Reconciliation(String chain, long version, long in, long delivered, long rejected, long dropped,
        long discarded, long pending, long open) {
    /// Tests whether each record is accounted for, and none twice.
    public boolean holds() {
        return in == delivered + rejected + dropped + discarded + pending + open;
    }
}
