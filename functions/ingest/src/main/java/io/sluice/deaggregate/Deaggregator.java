package io.sluice.deaggregate;

import java.util.List;

/// Splits one source record into the user records that it carries, in order.
///
/// Pure and without state: one instance serves any number of threads. Every byte of the source is in exactly one piece
/// or in a separator between pieces; there is no limit on their number.
public sealed interface Deaggregator permits JsonDeaggregator, DelimitedDeaggregator, WholeRecord {
    /// The pieces of `length` bytes at `offset`; none when there are only separators.
    List<Piece> split(byte[] data, int offset, int length);

    /// The pieces of a whole array, see [#split(byte[], int, int)].
    default List<Piece> split(byte[] data) {
        return split(data, 0, data.length);
    }

    /// Takes each source record as one user record, even an empty one.
    static Deaggregator none() {
        return WholeRecord.INSTANCE;
    }

    /// `SubRecordType` `JSON`, see [JsonDeaggregator].
    static Deaggregator json() {
        return JsonDeaggregator.INSTANCE;
    }

    /// `SubRecordType` `DELIMITED`, see [DelimitedDeaggregator].
    ///
    /// @param delimiter at least one byte
    static Deaggregator delimited(byte[] delimiter) {
        return new DelimitedDeaggregator(delimiter);
    }
}
