package io.sluice.testkit.memory;

import io.sluice.landing.EventSink;
import io.sluice.landing.LandingEvent;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// A service in memory that keeps what it accepts, each time that it comes, within the bounds of EventBridge and SQS.
public final class MemoryEventSink implements EventSink {
    private static final int BYTES_MAX = 256 << 10;

    private final List<LandingEvent> accepted = new ArrayList<>();
    private Predicate<LandingEvent> refused = _ -> false;
    private int requests;

    /// From now on it does not accept those events.
    public synchronized void refuse(Predicate<LandingEvent> events) {
        refused = events;
    }

    /// All that was accepted, in order, what came twice twice.
    public synchronized List<LandingEvent> accepted() {
        return List.copyOf(accepted);
    }

    public synchronized int requests() {
        return requests;
    }

    @Override
    public synchronized List<Refusal> send(List<LandingEvent> events) {
        requests++;
        int bytes = events.stream().mapToInt(event -> event.json().length() + event.type().word().length() + 100).sum();
        if (events.isEmpty() || events.size() > EVENTS_MAX || bytes > BYTES_MAX) {
            throw new StoreException(StoreException.Kind.REFUSED,
                    "a request of " + events.size() + " events and " + bytes + " bytes");
        }
        List<Refusal> refusals = new ArrayList<>();
        for (LandingEvent event : events) {
            if (refused.test(event)) {
                refusals.add(new Refusal(event, "ThrottlingException"));
            } else {
                accepted.add(event);
            }
        }
        return refusals;
    }
}
