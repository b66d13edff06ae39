package io.sluice.landing;

import java.util.List;

/// A service that takes events. Safe for concurrent use.
public interface EventSink {
    /// Events of one request.
    int EVENTS_MAX = 10;

    /// Sends events in one request.
    ///
    /// @param events at least one, at most [#EVENTS_MAX]
    /// @return those that were not accepted, in their order
    /// @throws io.sluice.objects.StoreException when the request failed: any of them may have been accepted
    List<Refusal> send(List<LandingEvent> events);

    /// An event that the service did not accept.
    ///
    /// @param why the service's own word
    record Refusal(LandingEvent event, String why) {}
}
