package io.sluice.local.landed;

import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LandingLog;
import io.sluice.local.landed.FollowedLog.Told;
import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Reads what landed of streams: all of their buffers' logs, joined by the times of their commits. Not safe for
/// concurrent use.
public final class LandedReader {
    private final List<Source> sources;
    private final Optional<Instant> since;
    private final LandedLines lines;
    private final Map<Place, FollowedLog> followed = new LinkedHashMap<>();
    private boolean somethingMissing;

    /// A stream whose logs are read, in one place.
    ///
    /// @param logs that are there now, one a buffer: a lane may come to it
    public record Source(String stream, Supplier<List<LandingLog>> logs) {}

    /// The place of a log.
    ///
    /// @param source its number
    private record Place(int source, String stream, String buffer) {
        boolean isLakes() {
            return buffer.equals(LakeLog.chain(stream));
        }
    }

    /// @param since commits before it are passed over, and what is missing before them
    public LandedReader(List<Source> sources, Optional<Instant> since, LandedLines lines) {
        this.sources = List.copyOf(sources);
        this.since = since;
        this.lines = lines;
    }

    /// A log and what of it was looked at and not told yet.
    private record Head(Told told, Iterator<Told> rest) {}

    /// Tells what came since the last reading.
    ///
    /// @param notes takes sentences about logs that begin anew
    /// @throws io.sluice.encoding.MalformedEncodingException when a landing is damaged
    /// @throws io.sluice.objects.StoreException              when a request failed
    public void read(Consumer<String> notes) {
        read(notes, false);
        read(notes, true);
    }

    /// Changes to a lake are told after all that had landed before them, by the same reading or an earlier one.
    private void read(Consumer<String> notes, boolean lakes) {
        var heads = new PriorityQueue<Head>(Comparator.comparingLong(head -> head.told.landing().landed().at()));
        logs().forEach((place, log) -> {
            if (place.isLakes() == lakes) {
                if (log.beginsAnew()) {
                    notes.accept("the landing log of " + log.buffer() + " is another one than before: it is read from"
                            + " its beginning");
                }
                advance(log.next(change -> isDue(place, change)), heads);
            }
        });
        for (Head head = heads.poll(); head != null; head = heads.poll()) {
            tell(head.told);
            advance(head.rest, heads);
        }
    }

    private boolean isDue(Place lake, LakeChange change) {
        return change.heads().entrySet().stream().allMatch(head -> Optional
                .ofNullable(followed.get(new Place(lake.source, lake.stream, head.getKey())))
                .filter(log -> log.has(head.getValue())).isPresent());
    }

    private static void advance(Iterator<Told> rest, PriorityQueue<Head> heads) {
        if (rest.hasNext()) {
            heads.add(new Head(rest.next(), rest));
        }
    }

    /// A log that is not listed any more is asked, too: it may be one of which all is gone.
    private Map<Place, FollowedLog> logs() {
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            for (LandingLog log : source.logs.get()) {
                followed.computeIfAbsent(new Place(i, source.stream, log.buffer()),
                        _ -> new FollowedLog(source.stream, log));
            }
        }
        return followed;
    }

    private void tell(Told told) {
        boolean before = since.map(from -> told.landing().landed().at() < from.toEpochMilli()).orElse(false);
        if (!before) {
            somethingMissing |= told.missing().isPresent();
            lines.print(told);
        }
    }

    /// Tests whether nothing was there to be read so far.
    public boolean foundNothing() {
        return followed.isEmpty();
    }

    /// Tests whether landings were missing among those that were told.
    public boolean isSomethingMissing() {
        return somethingMissing;
    }
}
