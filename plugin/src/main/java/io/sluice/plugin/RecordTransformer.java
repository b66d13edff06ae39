package io.sluice.plugin;

/// A user's own transformation of records, between deaggregation and key extraction, as a data-transformation Lambda is
/// to Firehose. Found by [java.util.ServiceLoader] and chosen by `Sluice.Transformer`.
///
/// One instance serves all threads. The package says what else holds for all plug-ins.
public interface RecordTransformer {
    /// Returns the name that `Sluice.Transformer` calls it by: 1 to 128 letters, digits and `._-`. Always the same, and
    /// no other transformer's on the class path.
    String name();

    /// Changes, drops, multiplies or refuses one record. A call that throws or returns null rejects its record, with
    /// the exception's text, and no other.
    ///
    /// @param record bytes of the record, at most 1,024,000 unless it was decompressed; not to be changed
    /// @return what is delivered of it
    Transformed transform(byte[] record);
}
