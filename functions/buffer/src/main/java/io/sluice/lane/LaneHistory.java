package io.sluice.lane;

import io.sluice.encoding.MalformedEncodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The numbers of lanes that a stream has for batches, by their time of arrival. Below [#until] that is decided for
/// good; from there on it may still change, and nobody may go by it. So every attempt at a batch, whenever it comes and
/// whatever it has read, finds the same lane.
///
/// @param changes in their order; what arrived before the first has its number of lanes
/// @param until   arrival times below this are decided, epoch milliseconds
/// @param kept    whether these changes are known to be in the staging bucket ([LaneArchive]): none is gone by before
public record LaneHistory(List<Change> changes, long until, boolean kept) {
    /// The number of changes that a stream may have. Two deployments that want different numbers would change it
    /// without end.
    public static final int CHANGES_MAX = 1_000;

    public LaneHistory {
        changes = List.copyOf(changes);
        if (changes.isEmpty() || changes.size() > CHANGES_MAX) {
            throw new IllegalArgumentException(changes.size() + " changes of the number of lanes");
        }
        for (int i = 1; i < changes.size(); i++) {
            if (changes.get(i).since <= changes.get(i - 1).since) {
                throw new IllegalArgumentException("changes of the number of lanes are not in their order");
            }
        }
    }

    /// From an arrival time on there are so many lanes.
    ///
    /// @param since epoch milliseconds
    public record Change(long since, int lanes) {
        public Change {
            if (since < 0 || lanes < 1 || lanes > Lane.LANES_MAX) {
                throw new IllegalArgumentException(lanes + " lanes since " + since);
            }
        }
    }

    /// Of a stream that had one lane and gets more.
    ///
    /// @param since above every arrival time that anybody went by who knew of no lanes
    public static LaneHistory beginning(long since, int lanes) {
        return new LaneHistory(List.of(new Change(0, 1), new Change(since, lanes)), since, false);
    }

    /// Of a stream of which nothing was staged yet.
    public static LaneHistory ofNewStream(int lanes) {
        return new LaneHistory(List.of(new Change(0, lanes)), 0, false);
    }

    /// Tests whether the number of lanes is decided for batches that arrived then.
    public boolean decides(long arrival) {
        return arrival < until;
    }

    /// @param arrival of the batch's oldest record, epoch milliseconds
    /// @throws IllegalArgumentException when that is not [decided][#decides]
    public int lanes(long arrival) {
        if (!decides(arrival)) {
            throw new IllegalArgumentException("the number of lanes is not decided for " + arrival);
        }
        int lanes = changes.getFirst().lanes;
        for (Change change : changes) {
            if (change.since <= arrival) {
                lanes = change.lanes;
            }
        }
        return lanes;
    }

    /// The most lanes that any batch can ever have been staged to: a change that is not in force yet has none.
    public int most() {
        return changes.stream().filter(change -> change.since < until).mapToInt(Change::lanes).max().orElse(1);
    }

    /// The number of lanes of what arrives last.
    public int last() {
        return changes.getLast().lanes;
    }

    /// Tests whether a lane can have been any batch's that arrived from `arrival` on.
    public boolean isInUseSince(Lane lane, long arrival) {
        for (int i = 0; i < changes.size(); i++) {
            boolean over = i + 1 < changes.size() && changes.get(i + 1).since <= arrival;
            if (!over && changes.get(i).lanes > lane.number()) {
                return true;
            }
        }
        return false;
    }

    /// The same, decided for arrival times below `later` as well, by the last change. The changes are
    /// [kept][LaneArchive#keep].
    LaneHistory extended(long later) {
        return new LaneHistory(changes, Math.max(until, later), true);
    }

    /// The same with another number of lanes from the first time on that is not decided; empty when nothing changes, or
    /// nothing can: the last change has not come into force yet, or it was the last one possible.
    Optional<LaneHistory> changed(int lanes) {
        if (lanes == last() || until <= changes.getLast().since || changes.size() == CHANGES_MAX) {
            return Optional.empty();
        }
        List<Change> more = new ArrayList<>(changes);
        more.add(new Change(until, lanes));
        return Optional.of(new LaneHistory(more, until, false));
    }

    /// As text, which is equal where histories are.
    public String encode() {
        return until + (kept ? " kept " : " new ") + encodedChanges();
    }

    /// The changes alone.
    String encodedChanges() {
        StringBuilder text = new StringBuilder();
        for (Change change : changes) {
            text.append(text.isEmpty() ? "" : ",").append(change.since).append(':').append(change.lanes);
        }
        return text.toString();
    }

    /// Reads [#encode] back.
    ///
    /// @throws MalformedEncodingException when it was not made so
    public static LaneHistory decode(String text) {
        String[] parts = text.split(" ", -1);
        if (parts.length != 3 || !(parts[1].equals("kept") || parts[1].equals("new"))) {
            throw new MalformedEncodingException("not a history of lanes: " + text);
        }
        try {
            return new LaneHistory(decodeChanges(parts[2]), Long.parseLong(parts[0]), parts[1].equals("kept"));
        } catch (IllegalArgumentException e) {
            throw malformed(text, e);
        }
    }

    /// Reads [#encodedChanges] back.
    static List<Change> decodeChanges(String text) {
        List<Change> changes = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            int colon = each.indexOf(':');
            try {
                changes.add(new Change(Long.parseLong(each.substring(0, Math.max(0, colon))),
                        Integer.parseInt(each.substring(colon + 1))));
            } catch (IllegalArgumentException e) {
                throw malformed(text, e);
            }
        }
        return changes;
    }

    private static MalformedEncodingException malformed(String text, IllegalArgumentException e) {
        MalformedEncodingException malformed = new MalformedEncodingException("not a history of lanes: " + text);
        malformed.initCause(e);
        return malformed;
    }
}
