package io.sluice.simulation.events;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.simulation.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What was told of the landings of each lane, and of the changes to the lake.
final class ToldChains {
    private final EventStream stream;
    private final Map<String, Set<Long>> told = new HashMap<>();
    private final Map<String, List<Gap>> gaps = new HashMap<>();
    /// By lane, of how many of its first landings who was told knows.
    private final Map<String, Integer> reached = new HashMap<>();
    /// By their versions, the heads of changes to the lake that were made.
    private final Map<Long, Map<String, Long>> changes = new HashMap<>();
    private final Set<Long> toldChanges = new HashSet<>();

    private record Gap(long after, long upTo) {}

    ToldChains(EventStream stream) {
        this.stream = stream;
    }

    /// A job makes a change to the lake.
    void changes(long version, Map<String, Long> heads) {
        changes.put(version, Map.copyOf(heads));
    }

    boolean isTold(String lane, long version) {
        return told.getOrDefault(lane, Set.of()).contains(version);
    }

    /// Whether who was told knows of a landing, or that it is missing.
    boolean isKnown(String lane, long version) {
        return isTold(lane, version) || gaps.getOrDefault(lane, List.of()).stream()
                .anyMatch(gap -> version > gap.after && version <= gap.upTo);
    }

    /// @return the commit that landed
    Commit landed(JsonNode event) {
        String chain = event.path("chain").asText();
        long version = event.path("landing").asLong();
        Lane lane = stream.lane(chain);
        Commit commit = lane.landed(version).orElseThrow(
                () -> new Violation(event + " is told, and nothing landed with it"));
        requireAllBefore(lane, version, event);
        if (event.path("parts").asInt() != 1 || event.path("previous").asLong() != commit.previous()
                || !time(event, "time").equals(Instant.ofEpochMilli(commit.at()))) {
            throw new Violation(event + " is told of " + commit);
        }
        List<String> objects = new ArrayList<>();
        event.path("objects").forEach(each -> objects.add(text(each)));
        List<String> expected = commit.objects().stream().map(ToldChains::text).toList();
        if (!objects.equals(expected)) {
            throw new Violation(event + " is told of " + commit);
        }
        told.computeIfAbsent(chain, _ -> new HashSet<>()).add(version);
        return commit;
    }

    static Instant time(JsonNode event, String member) {
        return Instant.parse(event.path(member).asText());
    }

    private static String text(JsonNode object) {
        return object.path("key").asText() + " " + object.path("kind").asText() + " " + object.path("bytes").asLong()
                + " " + object.path("records").asLong() + " " + time(object, "oldestArrival") + " "
                + time(object, "newestArrival");
    }

    private static String text(Written object) {
        return object.key() + " " + (object.date().isPresent() ? "data" : "errors") + " " + object.bytes() + " "
                + object.records().size() + " " + Instant.ofEpochMilli(object.oldest()) + " "
                + Instant.ofEpochMilli(object.newest());
    }

    private void requireAllBefore(Lane lane, long version, JsonNode event) {
        int known = reached.getOrDefault(lane.name(), 0);
        while (known < lane.landings() && (lane.commit(known).objects().isEmpty()
                || isKnown(lane.name(), lane.commit(known).version()))) {
            known++;
        }
        reached.put(lane.name(), known);
        if (known < lane.landings() && lane.commit(known).version() < version) {
            throw new Violation(event + " is told, and not " + lane.commit(known) + " before");
        }
    }

    void missing(JsonNode event) {
        String chain = event.path("chain").asText();
        Gap gap = new Gap(event.path("after").asLong(), event.path("upTo").asLong());
        Lane lane = stream.lane(chain);
        requireAllBefore(lane, gap.after + 1, event);
        Optional<Commit> there = lane.landed(lane.landings()).stream()
                .filter(each -> each.version() > gap.after && each.version() <= gap.upTo)
                .filter(each -> !lane.isRemoved(each.version())).findFirst();
        if (there.isPresent()) {
            throw new Violation(event + " is told, and " + there.get() + " is there");
        }
        gaps.computeIfAbsent(chain, _ -> new ArrayList<>()).add(gap);
    }

    void changed(JsonNode event) {
        long version = event.path("landing").asLong();
        Map<String, Long> heads = changes.get(version);
        if (heads == null) {
            throw new Violation(event + " is told, and nobody made that change");
        }
        heads.forEach((chain, head) -> requireAllBefore(stream.lane(chain), head + 1, event));
        heads.forEach((chain, head) -> requirePut(stream.lane(chain), head, event));
        for (long before : changes.keySet()) {
            if (before < version && !toldChanges.contains(before)) {
                throw new Violation(event + " is told, and not the change " + before + " before");
            }
        }
        toldChanges.add(version);
    }

    private static void requirePut(Lane lane, long head, JsonNode event) {
        if (!lane.isPut(head)) {
            throw new Violation(event + " is told, and what landed with " + head + " is put nowhere yet");
        }
    }

    /// @throws Violation when anything that landed was not told
    void judge() {
        for (Lane lane : stream.lanes()) {
            lane.landed(lane.landings()).stream().filter(each -> !isKnown(lane.name(), each.version())).findFirst()
                    .ifPresent(each -> {
                        throw new Violation("nobody was told of " + each + " of " + lane.name());
                    });
        }
        changes.keySet().stream().filter(each -> !toldChanges.contains(each)).findFirst().ifPresent(each -> {
            throw new Violation("nobody was told of the change " + each + " to the lake");
        });
    }

    /// The objects that were told, of records of any date.
    List<Written> objects() {
        return stream.lanes().stream()
                .flatMap(lane -> lane.landed(lane.landings()).stream()
                        .filter(each -> isTold(lane.name(), each.version())))
                .flatMap(each -> each.objects().stream()).toList();
    }

    /// The first of records of which nobody was told: neither that they are in an object, nor that this is missing.
    Optional<Arrived> untold(List<Arrived> records) {
        Set<Arrived> known = new HashSet<>();
        for (Lane lane : stream.lanes()) {
            lane.landed(lane.landings()).stream().filter(each -> isKnown(lane.name(), each.version()))
                    .forEach(each -> each.objects().forEach(object -> known.addAll(object.records())));
        }
        return records.stream().filter(each -> !known.contains(each)).findFirst();
    }
}
