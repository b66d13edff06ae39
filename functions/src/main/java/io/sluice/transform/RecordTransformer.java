package io.sluice.transform;

/// A user's own transformation of records, between deaggregation and key extraction, as a data-transformation Lambda is to
/// Firehose. Found by [java.util.ServiceLoader] and chosen by `Sluice.Transformer`.
///
/// One instance serves all threads. A call that throws or returns null rejects its record, with the exception's message, and no
/// other.
public interface RecordTransformer {
    /// What `Sluice.Transformer` calls it.
    String name();

    /// @param record bytes of the record; not to be changed
    Transformed transform(byte[] record);
}
