package io.sluice.local.serve.page;

import io.sluice.local.serve.streams.BucketContent;
import io.sluice.local.serve.streams.LiveStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The objects that one stream has delivered, as its bucket was listed last. A bucket is listed again only when
/// somebody looks, and no more often than in a tenth of the time. Thread-safe.
final class Inventory {
    private static final int OBJECTS_MAX = 10_000;
    private static final Duration PAUSE_MIN = Duration.ofSeconds(1);
    private static final Duration STALE = Duration.ofSeconds(30);
    private static final int PAUSES_PER_LISTING = 10;

    private final LiveStream stream;
    private final InstantSource clock;
    private final Pattern name;
    private Contents last = new Contents(0, List.of(), List.of(), Map.of(), BucketContent.Extent.WHOLE);
    private long objectsThen = -1;
    private Instant listed = Instant.EPOCH;
    private Duration took = Duration.ZERO;

    /// @param clock the real time
    Inventory(LiveStream stream, InstantSource clock) {
        this.stream = stream;
        this.clock = clock;
        this.name = Pattern.compile("(.*?)" + Pattern.quote(stream.state().name())
                + "-\\d+-\\d{4}(?:-\\d{2}){5}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[^/]*", Pattern.DOTALL);
    }

    /// Objects of one evaluated prefix.
    ///
    /// @param oldest when the first of them was written
    /// @param newest likewise the last
    record Area(long bytes, long objects, Instant oldest, Instant newest) {
        Area with(BucketContent.Listed object) {
            Instant at = object.modified();
            return new Area(bytes + object.bytes(), objects + 1, at.isBefore(oldest) ? at : oldest,
                    at.isAfter(newest) ? at : newest);
        }
    }

    /// @param version grows when anything changes
    /// @param data    newest first
    /// @param errors  likewise
    /// @param areas   of data, by evaluated prefix
    record Contents(long version, List<BucketContent.Listed> data, List<BucketContent.Listed> errors,
            Map<String, Area> areas, BucketContent.Extent extent) {}

    /// @throws IOException when the bucket can't be listed
    synchronized Contents look() throws IOException {
        Instant now = clock.instant();
        long objects = stream.figures().objects.sum();
        Duration pause = took.multipliedBy(PAUSES_PER_LISTING);
        boolean isRested = now.isAfter(listed.plus(pause.compareTo(PAUSE_MIN) > 0 ? pause : PAUSE_MIN));
        if (now.isBefore(listed) || (isRested && (objects != objectsThen || now.isAfter(listed.plus(STALE))))) {
            BucketContent.Listing listing = stream.objects().list(OBJECTS_MAX);
            objectsThen = objects;
            listed = now;
            took = Duration.between(now, clock.instant());
            last = contents(listing);
        }
        return last;
    }

    /// An object of the stream, listed anew only where it was not known.
    ///
    /// @throws IOException when the bucket can't be listed
    synchronized Optional<BucketContent.Listed> find(String key) throws IOException {
        Optional<BucketContent.Listed> known = find(last, key);
        return known.isPresent() ? known : find(look(), key);
    }

    private static Optional<BucketContent.Listed> find(Contents contents, String key) {
        return Stream.of(contents.data(), contents.errors()).flatMap(List::stream)
                .filter(each -> each.key().equals(key)).findFirst();
    }

    private Contents contents(BucketContent.Listing listing) {
        String errorHead = stream.configuration().errorOutputPrefix().literalHead();
        List<BucketContent.Listed> data = new ArrayList<>();
        List<BucketContent.Listed> errors = new ArrayList<>();
        Map<String, Area> areas = new TreeMap<>();
        for (BucketContent.Listed each : listing.objects()) {
            Matcher matcher = name.matcher(each.key());
            if (!matcher.matches()) {
                continue;
            }
            if (!errorHead.isEmpty() && each.key().startsWith(errorHead)) {
                errors.add(each);
            } else {
                data.add(each);
                areas.merge(matcher.group(1), new Area(each.bytes(), 1, each.modified(), each.modified()),
                        (area, _) -> area.with(each));
            }
        }
        Comparator<BucketContent.Listed> newest = Comparator.comparing(BucketContent.Listed::modified).reversed()
                .thenComparing(BucketContent.Listed::key);
        data.sort(newest);
        errors.sort(newest);
        boolean isSame = data.equals(last.data) && errors.equals(last.errors);
        return new Contents(last.version + (isSame ? 0 : 1), List.copyOf(data), List.copyOf(errors), areas,
                listing.extent());
    }
}
