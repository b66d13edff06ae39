package io.sluice.simulation.events;

import io.sluice.landing.EventSink;
import io.sluice.landing.LandingEvent;
import io.sluice.simulation.Choices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/// A bus that accepts some events and not others.
final class EventBus {
    private final Choices choices;
    private final BiConsumer<LandingEvent, EventRun> accepted;
    private Predicate<LandingEvent> refused = _ -> false;
    private int oneIn;

    /// @param accepted is told of each event that is accepted, as often as it is
    EventBus(Choices choices, BiConsumer<LandingEvent, EventRun> accepted) {
        this.choices = choices;
        this.accepted = accepted;
    }

    /// From now on some are refused, or none.
    ///
    /// @return which
    String change(List<String> chains) {
        oneIn = choices.pick(List.of(0, 0, 2, 4));
        LandingEvent.Type type = choices.pick(List.of(LandingEvent.Type.LANDED, LandingEvent.Type.COMPLETED,
                LandingEvent.Type.REOPENED, LandingEvent.Type.MISSING));
        String chain = choices.pick(chains);
        return switch (choices.below(4)) {
            case 0 -> refuse("all", _ -> true);
            case 1 -> refuse(type.word(), event -> event.type() == type);
            case 2 -> refuse("those of " + chain, event -> event.chain().equals(chain));
            default -> refuse("none", _ -> false);
        };
    }

    private String refuse(String which, Predicate<LandingEvent> events) {
        refused = events;
        return which + " and of the others one in " + oneIn;
    }

    /// From now on all are accepted.
    void calm() {
        refused = _ -> false;
        oneIn = 0;
    }

    /// @return those that are not accepted
    List<EventSink.Refusal> send(EventRun run, List<LandingEvent> events) {
        List<EventSink.Refusal> refusals = new ArrayList<>();
        for (LandingEvent event : events) {
            if (refused.test(event) || (oneIn > 0 && choices.oneIn(oneIn))) {
                refusals.add(new EventSink.Refusal(event, "ThrottlingException"));
            } else {
                accepted.accept(event, run);
            }
        }
        return refusals;
    }
}
