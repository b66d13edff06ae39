package io.sluice.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Lake;
import io.sluice.app.TimedSource;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.lambda.DayMoveEvent.Answer;
import io.sluice.lambda.DayMoveEvent.Sources;
import io.sluice.objects.ObjectKey;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.source.SourceListing;
import io.sluice.view.DayMove;
import io.sluice.view.DayMove.Due;
import io.sluice.view.DayMove.Joined;
import io.sluice.view.DayMove.Removed;
import io.sluice.view.DayMove.Settled;
import io.sluice.view.DayMoveException;
import io.sluice.view.DayRun;
import io.sluice.view.PlannedDay;
import io.sluice.view.Watermark;
import io.sluice.work.Deadline;
import io.sluice.work.OutOfTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// The steps of days' moves as the state machine takes them: JSON in its state out of what the domain says.
///
/// | step | of | answer |
/// |---|---|---|
/// | plan | | `days` that have a plan |
/// | open | a day | `round`, the number of its plan, and its `parts`; none when another run has moved it |
/// | join | a part | `outcome` `more`: to be taken again from `from` on; `done`, `changed`, `blocked` |
/// | settle | a day | `outcome` `done`; `more`: to be taken again; `again`: something changed, and it has another plan; `blocked` |
/// | view | | its `sql`, when there is a `version`, and the days that are `removable` under it |
/// | close | a day | `round`, and its `parts`; none before the grace is over |
/// | remove | a part | as join; `blocked` when sources stay |
/// | closed | a day | `outcome` `done` or `blocked` |
/// | report | | fails, and names the days that did not end well |
///
/// What did not end well has the reason in `why`.
record DayMoveSteps<P extends PlannedDay>(DayMove<P> move, Deadline deadline) {
    private static final ObjectMapper JSON = new ObjectMapper();
    /// The time that it takes to plan a day, and to end a listing.
    private static final Duration PLANNING = Duration.ofMinutes(1);
    /// The state of an execution has room for what became of each day.
    private static final int WHY_CHARS_MAX = 300;
    private static final int DAYS_TOLD_MAX = 20;
    /// Of one execution: 73 bytes each in its state, which has room for 262,144, 200,000 of them for a view's text.
    static final int DAYS_MAX = 500;

    /// @param request what is repartitioned; empty: the stream's own days are compacted
    static DayMoveSteps<?> of(Lake lake, Optional<RepartitionRequest> request, Deadline deadline) {
        return request.<DayMoveSteps<?>>map(asked -> new DayMoveSteps<>(lake.repartition(asked), deadline))
                .orElseGet(() -> new DayMoveSteps<>(lake.compaction(Optional.empty(), deadline), deadline));
    }

    /// Days that there is no time or room for are the next execution's.
    ObjectNode plan() {
        SourceListing listing = move.list();
        List<String> remarks = new ArrayList<>(listing.remark().stream().toList());
        move.refresh(listing, remarks::add);
        ObjectNode answer = JSON.createObjectNode();
        var days = answer.putArray("days");
        for (LocalDate day : move.due(listing)) {
            if (deadline.leavesLessThan(PLANNING) || days.size() >= DAYS_MAX) {
                break;
            }
            if (isOpen(day, listing)) {
                days.add(day.toString());
            }
        }
        return answer.put("remark", String.join("; ", remarks));
    }

    /// A day whose plan is damaged is one that does not end well.
    private boolean isOpen(LocalDate day, SourceListing listing) {
        try {
            return move.plan(day, listing).isPresent();
        } catch (MalformedEncodingException e) {
            return true;
        }
    }

    ObjectNode open(LocalDate day, int attempt) {
        try {
            Optional<P> plan = planned(day);
            return opened(day, attempt, plan, plan.map(PlannedDay::unitBytes).orElse(List.of()));
        } catch (MalformedEncodingException e) {
            return opened(day, attempt, Optional.empty(), List.of());
        }
    }

    private Optional<P> planned(LocalDate day) {
        return move.plan(day, new SourceListing());
    }

    private Optional<P> planned(LocalDate day, int number) {
        return planned(day).filter(plan -> plan.number() == number);
    }

    private static ObjectNode opened(LocalDate day, int attempt, Optional<? extends PlannedDay> plan,
            List<Long> bytes) {
        int number = plan.map(PlannedDay::number).orElse(0);
        ObjectNode answer = JSON.createObjectNode().put("day", day.toString()).put("attempt", attempt)
                .put("round", number);
        var parts = answer.putArray("parts");
        PlanPart.of(number, bytes).forEach(part -> part.write(parts));
        return answer;
    }

    ObjectNode join(LocalDate day, PlanPart part) {
        return planned(day, part.plan()).map(plan -> oneByOne(day, part, unit -> joined(plan, unit)))
                .orElseGet(() -> answer(day, part, part.to(), "changed", "another run has the day in hand"));
    }

    private Answer joined(P plan, int unit) {
        return switch (move.join(plan, unit, deadline)) {
            case Joined.Written(),Joined.Staged _,Joined.LeftOut _ -> new Answer("", "done", "");
            case Joined.Changed(String why) -> new Answer("", "changed", why);
            case Joined.Blocked(String why) -> new Answer("", "blocked", why);
        };
    }

    /// As many units as there is time for, up to the first that does not end well.
    private ObjectNode oneByOne(LocalDate day, PlanPart part, IntFunction<Answer> work) {
        for (int unit = part.from(); unit < part.to(); unit++) {
            try {
                Answer answer = unit > part.from() && deadline.leavesLessThan(TimedSource.AFTER_READING)
                        ? new Answer("", "more", "")
                        : work.apply(unit);
                if (!answer.isDone()) {
                    return answer(day, part, unit, answer.outcome(), answer.why());
                }
            } catch (OutOfTimeException e) {
                return unit > part.from()
                        ? answer(day, part, unit, "more", "")
                        : answer(day, part, unit, "blocked", String.valueOf(e.getMessage()));
            }
        }
        return answer(day, part, part.to(), "done", "");
    }

    private static ObjectNode answer(LocalDate day, PlanPart part, int from, String outcome, String why) {
        return answer(day, outcome, why).put("round", part.plan()).put("from", from).put("to", part.to());
    }

    private static ObjectNode answer(LocalDate day, String outcome, String why) {
        int chars = Math.min(why.codePointCount(0, why.length()), WHY_CHARS_MAX);
        return JSON.createObjectNode().put("day", day.toString()).put("outcome", outcome)
                .put("why", why.substring(0, why.offsetByCodePoints(0, chars)));
    }

    ObjectNode settle(LocalDate day, int number, int attempt, List<Answer> parts) {
        try {
            Optional<P> plan = planned(day, number);
            if (plan.isEmpty()) {
                return move.days().current().hidesSource(day)
                        ? answer(day, "done", "")
                        : again(day, attempt, "another run gave its round up");
            }
            Optional<Answer> changed = parts.stream().filter(part -> part.outcome().equals("changed")).findFirst();
            if (changed.isPresent()) {
                return anew(plan.get(), attempt, changed.get().why());
            }
            return unfinished(parts).map(part -> answer(day, "blocked", part.why()))
                    .orElseGet(() -> settled(plan.get(), attempt));
        } catch (DayMoveException | MalformedEncodingException e) {
            return answer(day, "blocked", String.valueOf(e.getMessage()));
        }
    }

    private static Optional<Answer> unfinished(List<Answer> parts) {
        return parts.stream().filter(part -> !part.isDone()).findFirst();
    }

    private ObjectNode settled(P plan, int attempt) {
        LocalDate day = plan.day();
        return switch (move.settle(plan, deadline)) {
            case Settled.Shown _,Settled.Superseded() -> answer(day, "done", "");
            case Settled.Changed(String why) -> anew(plan, attempt, why);
            case Settled.Blocked(String why) -> answer(day, "blocked", why);
            case Settled.Unfinished() -> {
                ObjectNode more = answer(day, "more", "").put("round", plan.number()).put("attempt", attempt);
                more.putArray("answers");
                yield more;
            }
        };
    }

    private ObjectNode anew(P plan, int attempt, String why) {
        move.abandon(plan);
        return again(plan.day(), attempt, why);
    }

    /// Plans the day anew, unless that was done often enough: then the next execution does.
    private ObjectNode again(LocalDate day, int attempt, String why) {
        if (attempt >= DayRun.PLANS_MAX) {
            return answer(day, "blocked", why);
        }
        Optional<P> next = move.plan(day, move.list());
        return answer(day, next.isPresent() ? "again" : "done", "").put("attempt", attempt + 1);
    }

    ObjectNode view(Sources sources) {
        Watermark watermark = move.days().current();
        ObjectNode answer = JSON.createObjectNode().put("version", watermark.version()).put("sql",
                move.days().view().sql(watermark));
        var removable = answer.putArray("removable");
        if (sources == Sources.REMOVED) {
            watermark.unremoved().forEach(day -> removable.add(day.toString()));
        }
        return answer;
    }

    ObjectNode close(LocalDate day) {
        Optional<P> plan = removing(day);
        return opened(day, 1, plan, plan.map(move::removals).orElse(List.of()));
    }

    private Optional<P> removing(LocalDate day) {
        return move.removal(day) instanceof Due.Now<P>(P plan) ? Optional.of(plan) : Optional.empty();
    }

    ObjectNode remove(LocalDate day, PlanPart part) {
        return switch (move.removal(day)) {
            case Due.Now<P>(P plan) when plan.number() == part.plan() ->
                oneByOne(day, part, removal -> removed(plan, removal));
            case Due.Later<P>(Instant from) ->
                answer(day, part, part.from(), "blocked", "its sources may go from " + from + " on");
            case Due.Doubted<P>(String why) -> answer(day, part, part.from(), "blocked", why);
            case Due.Now<P> _,Due.Done<P> _ -> answer(day, part, part.to(), "done", "");
        };
    }

    private Answer removed(P plan, int removal) {
        return switch (move.remove(plan, removal)) {
            case Removed.Gone _ -> new Answer("", "done", "");
            case Removed.Later(var from) -> new Answer("", "blocked", "its sources may go from " + from + " on");
            case Removed.Kept(var changed) -> new Answer("", "blocked", changed.getFirst()
                    + " changed since it was joined, and stays, out of the view");
            case Removed.Doubted(var why) -> new Answer("", "blocked", "its sources stay: " + why.getFirst());
        };
    }

    ObjectNode closed(LocalDate day, int number, List<Answer> parts) {
        Optional<Answer> blocked = unfinished(parts);
        if (blocked.isPresent()) {
            return answer(day, "blocked", blocked.get().why());
        }
        return switch (move.removal(day)) {
            case Due.Doubted<P>(String why) -> answer(day, "blocked", why);
            case Due.Now<P>(P plan) when plan.number() == number -> ended(plan);
            case Due.Now<P> _,Due.Later<P> _,Due.Done<P> _ -> answer(day, "done", "");
        };
    }

    private ObjectNode ended(P plan) {
        List<ObjectKey> left = move.end(plan);
        return left.isEmpty()
                ? answer(plan.day(), "done", "")
                : answer(plan.day(), "blocked", left.getFirst() + " is joined, and still there");
    }

    /// @throws DayMoveException naming every day that did not end well
    static ObjectNode report(List<Answer> days) {
        List<String> troubles = days.stream().filter(day -> !day.isDone())
                .map(day -> day.day() + ": " + (day.why().isEmpty() ? "no reason is given" : day.why())).toList();
        if (!troubles.isEmpty()) {
            throw new DayMoveException("not moved, or sources not removed, of " + troubles.size() + " days: "
                    + troubles.stream().limit(DAYS_TOLD_MAX).collect(Collectors.joining("; "))
                    + (troubles.size() > DAYS_TOLD_MAX ? "; …" : ""));
        }
        return JSON.createObjectNode().put("days", days.size());
    }
}
