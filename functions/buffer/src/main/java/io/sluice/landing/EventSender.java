package io.sluice.landing;

import io.sluice.landing.EventSink.Refusal;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;

/// Sends events until all are accepted: those of one call together, in requests of bounded size, and what is refused of
/// a request again, until nothing more of it is accepted for some attempts. Whoever calls sends nothing else of the
/// chain before.
record EventSender(EventSink sink) {
    /// Bytes of a request, with what a service counts beside each event's own.
    private static final int REQUEST_BYTES_MAX = 250_000;
    private static final int EVENT_OVERHEAD = 500;
    /// Requests that may come to nothing one after the other.
    private static final int ATTEMPTS_MAX = 3;

    /// @throws StoreException when one is not accepted: any of them may have been
    void send(List<LandingEvent> events) {
        List<LandingEvent> request = new ArrayList<>();
        int bytes = 0;
        for (LandingEvent event : events) {
            int more = EventText.bytes(event.json()) + EVENT_OVERHEAD;
            if (!request.isEmpty() && (request.size() == EventSink.EVENTS_MAX || bytes + more > REQUEST_BYTES_MAX)) {
                insist(request);
                request = new ArrayList<>();
                bytes = 0;
            }
            request.add(event);
            bytes += more;
        }
        insist(request);
    }

    private void insist(List<LandingEvent> request) {
        List<LandingEvent> left = request;
        int inVain = 0;
        while (!left.isEmpty()) {
            List<Refusal> refused = sink.send(left);
            inVain = refused.size() == left.size() ? inVain + 1 : 0;
            if (inVain == ATTEMPTS_MAX) {
                Refusal first = refused.getFirst();
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "the event " + first.event().id()
                        + " was not accepted: " + first.why() + ". It is sent again by the next run, and what is after"
                        + " it waits");
            }
            left = refused.stream().map(Refusal::event).toList();
        }
    }
}
