package io.sluice.buffers;

/// The number of buffers that a stream has for a batch, at every attempt the same.
@FunctionalInterface
public interface BufferCount {
    /// Of a stream that has, and ever had, one.
    BufferCount ONE = _ -> 1;

    /// @param oldestArrival of all the batch's records, epoch milliseconds: a function of the batch's data
    /// @throws io.sluice.objects.StoreException      when that cannot be told now: the batch must come again
    /// @throws io.sluice.flush.TableLostException    when the table is lost, which knew it: likewise
    int at(long oldestArrival);
}
