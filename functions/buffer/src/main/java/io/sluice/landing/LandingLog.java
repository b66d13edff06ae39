package io.sluice.landing;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The landings of one buffer, or of a stream's lake, in its staging bucket. Safe for concurrent use.
///
/// Every method throws [StoreException] and may be repeated whatever its outcome was.
public final class LandingLog {
    /// Times as long as it is kept a landing waits for its reader.
    public static final int UNREAD_FACTOR = 4;

    private final String buffer;
    private final ObjectStore staging;

    public LandingLog(Buffer buffer) {
        this(buffer.name(), buffer.staging());
    }

    /// For who has no index of the buffer.
    ///
    /// @param buffer  its name
    /// @param staging its staging bucket
    public LandingLog(String buffer, ObjectStore staging) {
        this.buffer = buffer;
        this.staging = staging;
    }

    /// The name of the buffer.
    public String buffer() {
        return buffer;
    }

    /// Puts a landing unless it is there: one request, and a second one where something is. One that is damaged is
    /// made again.
    ///
    /// @return the landing that is there now: another one is of a commit that whoever made this one does not know
    public Landing put(Landing landing) {
        ObjectKey key = Landing.key(buffer, landing.version());
        Body body = Body.of(landing.encode());
        return switch (staging.create(key, body, ObjectAttributes.NONE)) {
            case CREATED -> landing;
            case EXISTED -> {
                try {
                    // One that is gone by now was this: a landing is removed when it is old, and the last one never.
                    yield find(landing.version()).orElse(landing);
                } catch (MalformedEncodingException _) {
                    staging.put(key, body);
                    yield landing;
                }
            }
        };
    }

    /// Puts a landing under a version that anybody may take.
    ///
    /// @return the landing that is there now: this one, or another one that was put before
    /// @throws MalformedEncodingException when what is there is damaged
    Landing append(Landing landing) {
        Body body = Body.of(landing.encode());
        return switch (staging.create(Landing.key(buffer, landing.version()), body, ObjectAttributes.NONE)) {
            case CREATED -> landing;
            case EXISTED -> find(landing.version()).orElse(landing);
        };
    }

    /// The landing of a version; empty when there is none.
    ///
    /// @throws MalformedEncodingException when it is damaged
    public Optional<Landing> find(long version) {
        ObjectKey key = Landing.key(buffer, version);
        Optional<Landing> found = staging.find(key).map(bytes -> Landing.decode(key, bytes));
        found.filter(landing -> landing.version() != version).ifPresent(landing -> {
            throw new MalformedEncodingException(key + " holds the landing of version " + landing.version());
        });
        return found;
    }

    /// Tests whether a reader that has read all there is knows what landed up to a version: a request where its cursor
    /// is before that. Nothing may have landed with the version itself, where a recovery chose so.
    ///
    /// @param cursor the last version that the reader has done with, by steps that were taken to their end after
    ///        `version` was committed
    public boolean isReached(long cursor, long version) {
        return cursor >= version || find(version).filter(landing -> landing.last() <= cursor).isPresent();
    }

    /// What a reader meets next in the log.
    public sealed interface Step {
        /// A landing that tells of one object at least.
        record Came(Landing landing) implements Step {
            /// Where a reader goes on from that has done with it.
            public long cursor() {
                return landing.version();
            }
        }

        /// Landings that were there, as a later one tells, and are not: they were removed before they were read.
        ///
        /// @param after the reader's cursor
        /// @param upTo  the version of the last of them
        record Missing(long after, long upTo) implements Step {}
    }

    /// The steps that follow a reader's cursor, oldest first: a LIST for each thousand landings, and a GET for each
    /// that is used.
    ///
    /// @param cursor the last version that the reader has done with; 0: it begins with the oldest that is kept
    /// @throws MalformedEncodingException when one is damaged
    public Stream<Step> steps(long cursor) {
        return steps(after(cursor), cursor);
    }

    /// When the entry of a version was made, by its maker's clock or by the store's, whichever is earlier: a server's
    /// clock may run ahead, and a copy that was restored is younger. Empty where there is none that can be read.
    public Optional<Instant> at(long version) {
        try {
            return find(version).map(landing -> Instant.ofEpochMilli(landing.landed().at()))
                    .flatMap(made -> staging.head(Landing.key(buffer, version)).map(ObjectInfo::modified)
                            .map(put -> put.isBefore(made) ? put : made));
        } catch (MalformedEncodingException _) {
            return Optional.empty();
        }
    }

    /// As [#steps], for a reader whose cursor is kept elsewhere than the log: at the same requests it is seen when the
    /// log is another one.
    ///
    /// @throws LogBegunAnewException when there is nothing as far as the cursor, though a last entry is never removed
    public Stream<Step> stepsOfSameLog(long cursor) {
        boolean[] met = {cursor == 0};
        Stream<Long> known = after(Math.max(cursor, 1) - 1).filter(version -> {
            met[0] = true;
            return version > cursor;
        });
        return Stream.concat(steps(known, cursor), Stream.of(cursor).flatMap(_ -> {
            if (!met[0]) {
                throw new LogBegunAnewException(buffer, cursor);
            }
            return Stream.empty();
        }));
    }

    private Stream<Step> steps(Stream<Long> versions, long cursor) {
        long[] done = {cursor};
        return versions.flatMap(version -> find(version).stream())
                .filter(landing -> !landing.isEmpty()).flatMap(landing -> {
                    long previous = landing.landed().previous();
                    Step came = new Step.Came(landing);
                    boolean missing = done[0] > 0 && previous > done[0];
                    Stream<Step> steps = missing
                            ? Stream.of(new Step.Missing(done[0], previous), came)
                            : Stream.of(came);
                    done[0] = landing.version();
                    return steps;
                });
    }

    /// When the oldest landing was made that a reader has not done with; empty: it has done with all. As [#steps].
    ///
    /// @param cursors by the names of buffers
    public static Optional<Instant> waitingSince(Stream<LandingLog> logs, Map<String, Long> cursors) {
        return logs.flatMap(log -> log.steps(cursors.getOrDefault(log.buffer(), 0L)).filter(Step.Came.class::isInstance)
                .map(Step.Came.class::cast).limit(1)).map(came -> Instant.ofEpochMilli(came.landing().landed().at()))
                .min(Comparator.naturalOrder());
    }

    /// Versions after `version` that have landings, ascending: a request for each thousand that are used. What has no
    /// landing's name is passed over.
    public Stream<Long> after(long version) {
        return objects(version).flatMap(each -> Landing.version(buffer, each.key()).stream());
    }

    /// The objects that follow the landing of a version, in the order of their keys.
    Stream<ObjectInfo> objects(long version) {
        String prefix = Landing.prefix(buffer);
        return Stream
                .iterate(staging.list(prefix, Landing.key(buffer, version).value()),
                        page -> !page.objects().isEmpty(),
                        page -> page.more()
                                ? staging.list(prefix, page.objects().getLast().key().value())
                                : new ObjectPage(List.of(), false))
                .flatMap(page -> page.objects().stream());
    }
}
