package io.sluice.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.compaction.Compaction;
import io.sluice.compaction.Compaction.Decided;
import io.sluice.compaction.Compaction.Joined;
import io.sluice.compaction.Compaction.Removed;
import io.sluice.compaction.CompactionException;
import io.sluice.compaction.Join;
import io.sluice.compaction.Round;
import io.sluice.compaction.RoundRemoval;
import io.sluice.compaction.StreamedDays;
import io.sluice.lambda.CompactionEvent.Answer;
import io.sluice.lambda.TimedSource.OutOfTimeException;
import io.sluice.objects.ObjectKey;
import io.sluice.repartition.ViewDefinition;
import io.sluice.repartition.Watermark;
import io.sluice.work.Deadline;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The steps of a compaction as the state machine takes them: JSON in its state out of what the domain says.
///
/// | step | of | answer |
/// |---|---|---|
/// | plan | | `days` that have a round |
/// | open | a day | `round`, and its `parts`; none when another run has moved it |
/// | join | a part | `outcome` `more`: to be taken again from `from` on; `done`, `changed`, `blocked` |
/// | settle | a day | `outcome` `done`; `again`: something changed, and it has another round; `blocked` |
/// | view | | its `sql`, when there is a `version`, and the days that are `removable` under it |
/// | close | a day | `round`, and its `parts`; none before the grace is over |
/// | remove | a part | as join; `blocked` when sources stay |
/// | closed | a day | `outcome` `done` or `blocked` |
/// | report | | fails, and names the days that did not end well |
///
/// What did not end well has the reason in `why`.
record CompactionSteps(Compaction compaction, ViewDefinition definition, Deadline deadline) {
    private static final ObjectMapper JSON = new ObjectMapper();
    /// Rounds of which something changes while they are joined, one after another, before the day is left to the next
    /// run.
    private static final int ATTEMPTS_MAX = 3;
    /// The time that it takes to plan a day, and to end a listing.
    private static final Duration PLANNING = Duration.ofMinutes(1);
    /// The state of an execution has room for what became of each day.
    private static final int WHY_CHARS_MAX = 300;
    private static final int DAYS_TOLD_MAX = 20;

    /// Days that there is no time for are the next execution's.
    ObjectNode plan() {
        StreamedDays listing = compaction.list();
        compaction.refresh(listing);
        ObjectNode answer = JSON.createObjectNode();
        var days = answer.putArray("days");
        for (LocalDate day : compaction.due(listing)) {
            if (deadline.leavesLessThan(PLANNING)) {
                break;
            }
            compaction.plan(day, listing).ifPresent(_ -> days.add(day.toString()));
        }
        return answer.put("remark", listing.remark().orElse(""));
    }

    ObjectNode open(LocalDate day, int attempt) {
        return opened(day, attempt, planned(day));
    }

    private Optional<Round> planned(LocalDate day) {
        return compaction.plan(day, new StreamedDays(new TreeMap<>(), new TreeMap<>(), new TreeMap<>()));
    }

    private static ObjectNode opened(LocalDate day, int attempt, Optional<Round> round) {
        ObjectNode answer = JSON.createObjectNode().put("day", day.toString()).put("attempt", attempt)
                .put("round", round.map(Round::number).orElse(0));
        var parts = answer.putArray("parts");
        round.ifPresent(of -> RoundPart.of(of).forEach(part -> part.write(parts)));
        return answer;
    }

    ObjectNode join(LocalDate day, RoundPart part) {
        Optional<Round> round = planned(day).filter(of -> of.number() == part.round());
        return round.map(of -> oneByOne(day, part, of, this::joined))
                .orElseGet(() -> answer(day, part, part.to(), "changed", "another run has the day in hand"));
    }

    private Answer joined(Join join) {
        return switch (compaction.join(join)) {
            case Joined.Written() -> new Answer("", "done", "");
            case Joined.Changed(String why) -> new Answer("", "changed", why);
            case Joined.Blocked(String why) -> new Answer("", "blocked", why);
        };
    }

    /// The work on each join of a part.
    private interface Work {
        Answer of(Join join);
    }

    /// As many joins as there is time for, up to the first that does not end well.
    private ObjectNode oneByOne(LocalDate day, RoundPart part, Round round, Work work) {
        for (int i = part.from(); i < part.to(); i++) {
            Join join = round.joins().get(i);
            try {
                Answer answer = i > part.from() && deadline.leavesLessThan(TimedSource.AFTER_READING)
                        ? new Answer("", "more", "")
                        : work.of(join);
                if (!answer.outcome().equals("done")) {
                    return answer(day, part, i, answer.outcome(), answer.why());
                }
            } catch (OutOfTimeException e) {
                return i > part.from()
                        ? answer(day, part, i, "more", "")
                        : answer(day, part, i, "blocked", "making " + join.target() + " takes longer than a function"
                                + " may: " + e.getMessage() + "; lower TargetSizeInMBs, or compact the day with the"
                                + " command");
            } catch (UncheckedIOException e) {
                return answer(day, part, i, "blocked", e.getMessage() + ": "
                        + Optional.ofNullable(e.getCause()).map(Throwable::getMessage).orElse("no reason is given")
                        + "; if the function's disk is full, lower TargetSizeInMBs, or compact the day with the"
                        + " command");
            }
        }
        return answer(day, part, part.to(), "done", "");
    }

    private static ObjectNode answer(LocalDate day, RoundPart part, int from, String outcome, String why) {
        return answer(day, outcome, why).put("round", part.round()).put("from", from).put("to", part.to());
    }

    private static ObjectNode answer(LocalDate day, String outcome, String why) {
        int chars = Math.min(why.codePointCount(0, why.length()), WHY_CHARS_MAX);
        return JSON.createObjectNode().put("day", day.toString()).put("outcome", outcome)
                .put("why", why.substring(0, why.offsetByCodePoints(0, chars)));
    }

    ObjectNode settle(LocalDate day, int number, int attempt, List<Answer> parts) {
        Optional<Round> round = planned(day).filter(of -> of.number() == number);
        if (round.isEmpty()) {
            return compaction.unremoved().contains(day)
                    ? answer(day, "done", "")
                    : again(day, attempt, "another run gave its round up");
        }
        Optional<Answer> changed = parts.stream().filter(part -> part.outcome().equals("changed")).findFirst();
        if (changed.isPresent()) {
            compaction.abandon(round.get());
            return again(day, attempt, changed.get().why());
        }
        Optional<Answer> blocked = unfinished(parts);
        return blocked.map(part -> answer(day, "blocked", part.why())).orElseGet(() -> moved(round.get(), attempt));
    }

    private static Optional<Answer> unfinished(List<Answer> parts) {
        return parts.stream().filter(part -> !part.outcome().equals("done")).findFirst();
    }

    private ObjectNode moved(Round round, int attempt) {
        LocalDate day = round.day();
        try {
            return switch (compaction.move(round)) {
                case Decided.Shown(),Decided.Superseded() -> answer(day, "done", "");
                case Decided.Unfinished(var missing) -> {
                    compaction.abandon(round);
                    yield again(day, attempt, missing.getFirst() + " was removed while its day was compacted");
                }
            };
        } catch (CompactionException e) {
            return answer(day, "blocked", e.getMessage());
        }
    }

    /// Plans the day anew, unless that was done often enough: then the next execution does.
    private ObjectNode again(LocalDate day, int attempt, String why) {
        if (attempt >= ATTEMPTS_MAX) {
            return answer(day, "blocked", why);
        }
        Optional<Round> next = compaction.plan(day, compaction.list());
        return answer(day, next.isPresent() ? "again" : "done", "").put("attempt", attempt + 1);
    }

    ObjectNode view() {
        Watermark watermark = compaction.watermark();
        ObjectNode answer = JSON.createObjectNode().put("version", watermark.version()).put("sql",
                definition.sql(watermark));
        var removable = answer.putArray("removable");
        compaction.unremoved().forEach(day -> removable.add(day.toString()));
        return answer;
    }

    ObjectNode close(LocalDate day) {
        return opened(day, 1, switch (compaction.removal().due(day)) {
            case RoundRemoval.Due.Now(Round round) -> Optional.of(round);
            case RoundRemoval.Due.Later _,RoundRemoval.Due.Done _,RoundRemoval.Due.Doubted _ -> Optional.empty();
        });
    }

    ObjectNode remove(LocalDate day, RoundPart part) {
        return removing(day, part.round()).map(round -> oneByOne(day, part, round, this::removed))
                .orElseGet(() -> answer(day, part, part.to(), "done", ""));
    }

    private Optional<Round> removing(LocalDate day, int number) {
        return compaction.removal().due(day) instanceof RoundRemoval.Due.Now(Round round) && round.number() == number
                ? Optional.of(round)
                : Optional.empty();
    }

    private Answer removed(Join join) {
        return switch (compaction.removal().remove(join)) {
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
        if (compaction.removal().due(day) instanceof RoundRemoval.Due.Doubted(String why)) {
            return answer(day, "blocked", why);
        }
        Optional<Round> round = removing(day, number);
        List<ObjectKey> left = round.map(compaction.removal()::end).orElse(List.of());
        return left.isEmpty()
                ? answer(day, "done", "")
                : answer(day, "blocked", left.getFirst() + " is joined, and still there");
    }

    /// @throws CompactionException naming every day that did not end well
    static ObjectNode report(List<Answer> days) {
        List<String> troubles = days.stream().filter(day -> !day.outcome().equals("done"))
                .map(day -> day.day() + ": " + (day.why().isEmpty() ? "no reason is given" : day.why())).toList();
        if (!troubles.isEmpty()) {
            throw new CompactionException("not compacted, or sources not removed, of " + troubles.size() + " days: "
                    + troubles.stream().limit(DAYS_TOLD_MAX).collect(Collectors.joining("; "))
                    + (troubles.size() > DAYS_TOLD_MAX ? "; …" : ""));
        }
        return JSON.createObjectNode().put("days", days.size());
    }
}
