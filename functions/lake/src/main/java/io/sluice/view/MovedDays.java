package io.sluice.view;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import io.sluice.view.DayMove.Removed;
import io.sluice.view.DayState.Streamed;
import io.sluice.work.Workers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The days that are moved behind a view: the watermark that says so, and the text by which readers see it. Safe for
/// concurrent use.
public final class MovedDays {
    /// The folder of views in the data bucket.
    public static final String FOLDER = "views/";

    private final ViewDefinition view;
    private final ObjectStore data;
    private final ObjectKey key;
    private final Duration grace;
    private final InstantSource clock;
    private final WatermarkLog log;

    /// @param from    the name of the source in watermarks
    /// @param data    where the view's text is
    /// @param staging where the watermarks are
    /// @param grace   time between a day's move and the removal of its source: longer than the longest query
    public MovedDays(StagingKeys keys, String from, ViewDefinition view, ObjectStore data, ObjectStore staging,
            Duration grace, InstantSource clock) {
        this.view = view;
        this.grace = grace;
        this.clock = clock;
        this.data = data;
        this.key = new ObjectKey(FOLDER + view.name() + ".sql");
        this.log = new WatermarkLog(keys, staging, from);
    }

    /// The current watermark.
    ///
    /// @throws DayMoveException when the stream's view has another source
    public Watermark current() {
        return log.current();
    }

    /// The view over both layouts.
    public ViewDefinition view() {
        return view;
    }

    /// The current watermark, which binds the stream to its source, once readers see it.
    public Watermark begin() {
        Watermark bound = log.bind();
        publish(bound);
        return bound;
    }

    /// Creates the version that `change` makes of the latest one, and shows it to nobody.
    ///
    /// @param change gives its argument back when there is nothing to change; called once for each attempt
    /// @return the version that holds the change
    public Watermark decide(UnaryOperator<Watermark> change) {
        return log.commit(change);
    }

    /// As [#decide], and shows it to readers.
    public Watermark move(UnaryOperator<Watermark> change) {
        Watermark next = log.commit(change);
        publish(next);
        return next;
    }

    /// Tests whether the text of `next` is as short as engines take.
    public boolean fits(Watermark next) {
        return ViewDefinition.bytes(view.sql(next)) <= ViewDefinition.BYTES_MAX;
    }

    /// Returns `next`, when its text can be published.
    ///
    /// @param day what `next` moves
    /// @throws DayMoveException when the text is longer than engines take
    public Watermark fitting(Watermark next, LocalDate day) {
        if (!fits(next)) {
            throw new DayMoveException("moving " + day + " would make the view " + ViewDefinition.bytes(view.sql(next))
                    + " bytes long, and " + ViewDefinition.BYTES_MAX
                    + " are the most: it names the objects of days that"
                    + " are not settled or removed yet; remove moved sources (--remove-source), or wait until " + day
                    + " is settled");
        }
        return next;
    }

    /// Says anew what is read of the sources of moved days, and shows it to readers.
    ///
    /// @param seen     what is read of a day's source by now
    /// @param troubles takes a sentence for each day of which that can't be told
    public void refresh(Function<DayState, Streamed> seen, Consumer<String> troubles) {
        Watermark current = log.current();
        for (DayState moved : current.days().values()) {
            try {
                Streamed now = seen.apply(moved);
                if (!now.equals(moved.streamed())) {
                    current = log.commit(latest -> latest.of(moved.day()).filter(moved::equals)
                            .map(was -> latest.with(was.with(now))).orElse(latest));
                }
            } catch (MalformedEncodingException e) {
                troubles.accept("what came late to day " + moved.day() + " is not in the view yet: " + e.getMessage());
            }
        }
        if (current.version() > 0) {
            publish(current);
        }
    }

    /// From when on no query is under way that reads what a version hides; empty when none is.
    ///
    /// @param hides what is true of such a version
    public Optional<Instant> later(Watermark current, Predicate<Watermark> hides) {
        Optional<Instant> shown = shows(hides);
        if (shown.isEmpty()) {
            publish(current);
            shown = shows(hides);
        }
        return grace.isZero()
                ? Optional.empty()
                : Optional.of(shown.map(since -> since.plus(grace)).orElse(Instant.MAX))
                        .filter(clock.instant()::isBefore);
    }

    /// Removes objects, those that are still the same.
    public static Removed remove(List<SourceObject> objects, SourceStore source, Workers workers) {
        List<ObjectKey> changed = workers
                .map(objects,
                        object -> source.remove(object) ? Optional.<ObjectKey>empty() : Optional.of(object.key()))
                .stream().flatMap(Optional::stream).toList();
        return changed.isEmpty() ? new Removed.Gone(objects.size()) : new Removed.Kept(changed);
    }

    /// Says that the hidden sources of a day are gone. With a grace, the view's text that says so is left to the next
    /// run: another text now would begin the grace of other days anew.
    ///
    /// @param ofThese tells them from later ones of the same day
    public void removed(LocalDate day, Predicate<DayState> ofThese) {
        Watermark removed = log.commit(latest -> latest.of(day).filter(DayState::hidesSource).filter(ofThese)
                .map(was -> latest.with(was.with(new Streamed.All()))).orElse(latest));
        if (grace.isZero()) {
            publish(removed);
        }
    }

    /// Since when, at the latest, every reader finds what is true of its version; empty when the text that is there
    /// does not say so.
    ///
    /// The text is read before its time: what comes in between is younger.
    private Optional<Instant> shows(Predicate<Watermark> wanted) {
        return data.find(key).flatMap(there -> log.latest(version -> Arrays.equals(text(version), there)))
                .filter(wanted).flatMap(_ -> data.head(key)).map(ObjectInfo::modified);
    }

    /// Writes the text of the latest watermark, even when another mover is ahead of `watermark`. A text that is there
    /// already is not written again, so that [#shows] stays true.
    private void publish(Watermark watermark) {
        Watermark latest = watermark;
        Watermark published;
        do {
            published = latest;
            byte[] text = text(published);
            if (data.find(key).filter(there -> Arrays.equals(there, text)).isEmpty()) {
                data.put(key, Body.of(text));
            }
            latest = log.current();
        } while (latest.version() != published.version());
    }

    private byte[] text(Watermark watermark) {
        return view.sql(watermark).getBytes(StandardCharsets.UTF_8);
    }
}
