package io.sluice.simulation.events;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.simulation.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Until when the stream was told to be complete, and what was told to be late.
final class ToldHours {
    private static final long HOUR_MILLIS = 3_600_000;

    private final EventStream stream;
    private final ToldChains chains;
    private long until;
    /// What there was when who noted that it is complete until a time began.
    private final TreeMap<Long, EventStream.View> noted = new TreeMap<>();
    /// By lane, the version of the landing whose event was accepted last and which has to be told to be late.
    private final Map<String, Long> late = new HashMap<>();

    ToldHours(EventStream stream, ToldChains chains) {
        this.stream = stream;
        this.chains = chains;
    }

    /// Until when the stream was told to be complete, epoch milliseconds; 0: it was not.
    long until() {
        return until;
    }

    /// A time is to be told, by one that began when there was that.
    void noted(long time, EventStream.View begun) {
        noted.putIfAbsent(time, begun);
    }

    /// Whether one that began when there was something else noted the time that an event tells.
    boolean isNotedByAnother(JsonNode event, EventStream.View begun) {
        return !begun.equals(noted.getOrDefault(ToldChains.time(event, "until").toEpochMilli(), begun));
    }

    /// @param begun what there was when who tells it began
    void completed(JsonNode event, EventStream.View begun, long now) {
        long told = ToldChains.time(event, "until").toEpochMilli();
        if (told % HOUR_MILLIS != 0 || told > now) {
            throw new Violation(event + " is told when it is " + now);
        }
        List<Arrived> expected = stream.accepted(noted.getOrDefault(told, begun).accepted()).stream()
                .filter(record -> record.arrival() < told).toList();
        chains.untold(expected).ifPresent(record -> {
            throw new Violation(event + " is told, and not that " + record + " landed, which was accepted before");
        });
        until = Math.max(until, told);
    }

    /// A landing was told: those before it that are late were told to be, and it is to be now.
    void landed(String lane, Commit commit) {
        requireTold(lane);
        if (commit.objects().stream().anyMatch(each -> each.oldest() < until)) {
            late.put(lane, commit.version());
        }
    }

    private void requireTold(String lane) {
        Optional.ofNullable(late.get(lane)).ifPresent(version -> {
            throw new Violation("the landing " + version + " of " + lane
                    + " has records that arrived before a time which was told to be complete, and is not reopened");
        });
    }

    void reopened(JsonNode event) {
        String lane = event.path("chain").asText();
        long version = event.path("landing").asLong();
        Commit commit = stream.lane(lane).landed(version).orElseThrow(
                () -> new Violation(event + " is told, and nothing landed with it"));
        long told = ToldChains.time(event, "until").toEpochMilli();
        List<Written> objects = commit.objects().stream().filter(each -> each.oldest() < told).toList();
        if (!chains.isTold(lane, version) || (told > until && !noted.containsKey(told))
                || event.path("objects").asInt() != objects.size()
                || ToldChains.time(event, "from").toEpochMilli() != objects.stream().mapToLong(Written::oldest).min()
                        .orElse(-1)
                || event.path("recordsAtMost").asInt() != objects.stream().mapToInt(each -> each.records().size())
                        .sum()) {
            throw new Violation(event + " is told of " + commit + " when it is complete until " + until);
        }
        late.remove(lane, version);
    }

    /// @param now when the stream is complete until now
    void judge(long now) {
        stream.lanes().forEach(lane -> requireTold(lane.name()));
        if (until != now / HOUR_MILLIS * HOUR_MILLIS) {
            throw new Violation("the stream is complete until " + now + ", and was told to be until " + until);
        }
    }
}
