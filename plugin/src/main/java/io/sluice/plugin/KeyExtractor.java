package io.sluice.plugin;

import java.util.Map;

/// A user's own code that takes partitioning keys out of a record, for `!{partitionKeyFromLambda:…}`. Found by
/// [java.util.ServiceLoader] and chosen by `Sluice.KeyExtractor`.
///
/// One instance serves all threads. The package says what else holds for all plug-ins.
public interface KeyExtractor {
    /// Returns the name that `Sluice.KeyExtractor` calls it by: 1 to 128 letters, digits and `._-`. Always the same,
    /// and no other key extractor's on the class path.
    String name();

    /// Names the keys of one record. They go over those that a [RecordTransformer] gave it. A call that throws or
    /// returns null rejects its record, with the exception's text, and no other.
    ///
    /// @param record bytes of the transformed record; not to be changed
    /// @return key names and values, read before the call's thread goes on. A key that the prefix needs and that is
    ///     missing, null or empty here rejects the record; one that the prefix does not need is passed over
    Map<String, String> keys(byte[] record);
}
