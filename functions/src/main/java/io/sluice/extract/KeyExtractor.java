package io.sluice.extract;

import java.util.Map;

/// A user's own code that takes partitioning keys out of a record, for `!{partitionKeyFromLambda:…}`. Found by
/// [java.util.ServiceLoader] and chosen by `Sluice.KeyExtractor`.
///
/// One instance serves all threads. A call that throws rejects its record, with the exception's message, and no other.
public interface KeyExtractor {
    /// What `Sluice.KeyExtractor` calls it.
    String name();

    /// @param record bytes of the transformed record; not to be changed
    /// @return key names and values; a key that the prefix needs and that is missing here rejects the record
    Map<String, String> keys(byte[] record);
}
