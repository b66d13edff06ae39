package io.sluice.local.serve.endpoint;

import java.time.Duration;

/// The bounds of an endpoint.
///
/// @param bodyKibMax KiB of requests that are under way at once, each until it is answered; room for one of the largest
///     at least
/// @param roomWait   for which a request waits for room before it is told to come again
/// @param ending     in which requests that are under way are answered before the endpoint ends; zero: they are cut off
public record Capacity(int bodyKibMax, Duration roomWait, Duration ending) {
    /// Of a server that has all that is under way on its disk.
    public static final Capacity JOURNALED = new Capacity(96 << 10, Duration.ofSeconds(5), Duration.ZERO);
    /// Of the heap: a request's text, its records, and their segment are there together.
    private static final int HEAP_SHARE = 8;

    /// @throws IllegalArgumentException when the largest request has no room
    public Capacity {
        if (bodyKibMax <= RequestGate.BODY_BYTES_MAX >> 10) {
            throw new IllegalArgumentException("room for " + bodyKibMax + " KiB of requests");
        }
    }

    /// Of a server that holds in memory what is under way: an eighth of the heap, and whoever finds no room is told so
    /// at once.
    ///
    /// @param heapBytes the most that the heap may have
    public static Capacity ofHeap(long heapBytes, Duration ending) {
        long kib = Math.max((RequestGate.BODY_BYTES_MAX >> 10) + 1L, (heapBytes >> 10) / HEAP_SHARE);
        return new Capacity((int) Math.min(kib, Integer.MAX_VALUE), Duration.ZERO, ending);
    }
}
