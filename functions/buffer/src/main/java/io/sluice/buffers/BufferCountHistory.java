package io.sluice.buffers;

import io.sluice.encoding.MalformedEncodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The numbers of buffers that a stream has for batches, by their time of arrival. Below [#until] that is decided for
/// good; from there on it may still change, and nobody may go by it. So every attempt at a batch, whenever it comes and
/// whatever it has read, finds the same buffer.
///
/// @param changes in their order; what arrived before the first has its number of buffers
/// @param until   arrival times below this are decided, epoch milliseconds
/// @param kept    whether these changes are known to be in the staging bucket ([BufferCountArchive]): none is gone by
///         before
public record BufferCountHistory(List<Change> changes, long until, boolean kept) {
    /// The number of changes that a stream may have. Two deployments that want different numbers would change it
    /// without end.
    public static final int CHANGES_MAX = 1_000;

    public BufferCountHistory {
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

    /// A number of buffers, from an arrival time on.
    ///
    /// @param since epoch milliseconds
    public record Change(long since, int buffers) {
        public Change {
            if (since < 0 || buffers < 1 || buffers > BufferNumber.BUFFERS_MAX) {
                throw new IllegalArgumentException(buffers + " lanes since " + since);
            }
        }
    }

    /// The history of a stream that had one buffer and gets more.
    ///
    /// @param since above every arrival time that anybody went by who knew of one buffer
    public static BufferCountHistory beginning(long since, int buffers) {
        return new BufferCountHistory(List.of(new Change(0, 1), new Change(since, buffers)), since, false);
    }

    /// The history of a stream of which nothing was staged yet.
    public static BufferCountHistory ofNewStream(int buffers) {
        return new BufferCountHistory(List.of(new Change(0, buffers)), 0, false);
    }

    /// Tests whether the number of buffers is decided for batches that arrived then.
    public boolean decides(long arrival) {
        return arrival < until;
    }

    /// @param arrival of the batch's oldest record, epoch milliseconds
    /// @throws IllegalArgumentException when that is not [decided][#decides]
    public int buffers(long arrival) {
        if (!decides(arrival)) {
            throw new IllegalArgumentException("the number of lanes is not decided for " + arrival);
        }
        int buffers = changes.getFirst().buffers;
        for (Change change : changes) {
            if (change.since <= arrival) {
                buffers = change.buffers;
            }
        }
        return buffers;
    }

    /// The most buffers that any batch can ever have been staged to: a change that is not in force yet has none.
    public int most() {
        return changes.stream().filter(change -> change.since < until).mapToInt(Change::buffers).max().orElse(1);
    }

    /// The number of buffers of what arrives last.
    public int last() {
        return changes.getLast().buffers;
    }

    /// Tests whether a buffer can have been any batch's that arrived from `arrival` on.
    public boolean isInUseSince(BufferNumber number, long arrival) {
        for (int i = 0; i < changes.size(); i++) {
            boolean over = i + 1 < changes.size() && changes.get(i + 1).since <= arrival;
            if (!over && changes.get(i).buffers > number.value()) {
                return true;
            }
        }
        return false;
    }

    /// The same, decided for arrival times below `later` as well, by the last change. The changes are
    /// [kept][BufferCountArchive#keep].
    BufferCountHistory extended(long later) {
        return new BufferCountHistory(changes, Math.max(until, later), true);
    }

    /// The same with another number of buffers from the first time on that is not decided; empty when nothing changes,
    /// or nothing can: the last change has not come into force yet, or it was the last one possible.
    Optional<BufferCountHistory> changed(int buffers) {
        if (buffers == last() || until <= changes.getLast().since || changes.size() == CHANGES_MAX) {
            return Optional.empty();
        }
        List<Change> more = new ArrayList<>(changes);
        more.add(new Change(until, buffers));
        return Optional.of(new BufferCountHistory(more, until, false));
    }

    /// As text, which is equal where histories are.
    public String encode() {
        return until + (kept ? " kept " : " new ") + encodedChanges();
    }

    /// The changes alone.
    String encodedChanges() {
        StringBuilder text = new StringBuilder();
        for (Change change : changes) {
            text.append(text.isEmpty() ? "" : ",").append(change.since).append(':').append(change.buffers);
        }
        return text.toString();
    }

    /// Reads [#encode] back.
    ///
    /// @throws MalformedEncodingException when it was not made so
    public static BufferCountHistory decode(String text) {
        String[] parts = text.split(" ", -1);
        if (parts.length != 3 || !(parts[1].equals("kept") || parts[1].equals("new"))) {
            throw new MalformedEncodingException("not a history of lanes: " + text);
        }
        try {
            return new BufferCountHistory(decodeChanges(parts[2]), Long.parseLong(parts[0]), parts[1].equals("kept"));
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
