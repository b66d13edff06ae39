package io.sluice.flush;

/// Starts further invocations of the flusher function, which carry out slices beside the run that started them. Whether
/// one starts, when, and how often is of no consequence but for the time that deliveries take.
@FunctionalInterface
public interface SliceInvoker {
    /// Asks for one invocation and does not wait for it.
    ///
    /// @throws io.sluice.objects.StoreException when it may not have been accepted
    void invoke(DeliverySlice slice);
}
