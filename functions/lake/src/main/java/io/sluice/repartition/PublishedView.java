package io.sluice.repartition;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/// The view's text, where readers find it. Safe for concurrent use.
public final class PublishedView {
    /// The folder of views in the data bucket.
    public static final String FOLDER = "views/";

    private final ViewDefinition view;
    private final WatermarkLog log;
    private final ObjectStore data;
    private final ObjectKey key;

    public PublishedView(ViewDefinition view, WatermarkLog log, ObjectStore data) {
        this.view = view;
        this.log = log;
        this.data = data;
        this.key = new ObjectKey(FOLDER + view.name() + ".sql");
    }

    public ObjectKey key() {
        return key;
    }

    /// Since when, at the latest, every reader finds that day in the target; empty when the text that is there does not
    /// say so.
    Optional<Instant> shows(LocalDate day) {
        return shows(version -> version.readsTarget(day));
    }

    /// Since when, at the latest, every reader finds what is true of its version; empty when the text that is there
    /// does not say so.
    ///
    /// The text is read before its time: what comes in between is younger.
    public Optional<Instant> shows(Predicate<Watermark> wanted) {
        return read().flatMap(there -> log.latest(version -> Arrays.equals(text(version), there)))
                .filter(wanted).flatMap(_ -> data.head(key)).map(ObjectInfo::modified);
    }

    /// Writes the text of the latest watermark, even when another mover is ahead of `watermark`. A text that is there
    /// already is not written again, so that [#shows] stays true.
    public void publish(Watermark watermark) {
        Watermark latest = watermark;
        Watermark published;
        do {
            published = latest;
            byte[] text = text(published);
            if (read().filter(there -> Arrays.equals(there, text)).isEmpty()) {
                data.put(key, Body.of(text));
            }
            latest = log.current();
        } while (latest.version() != published.version());
    }

    private byte[] text(Watermark watermark) {
        return view.sql(watermark).getBytes(StandardCharsets.UTF_8);
    }

    private Optional<byte[]> read() {
        try {
            return Optional.of(data.get(key));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Tests whether the text of `next` is as short as engines take.
    public boolean fits(Watermark next) {
        return ViewDefinition.bytes(view.sql(next)) <= ViewDefinition.BYTES_MAX;
    }

    /// `next`, when its text can be published.
    ///
    /// @param day what `next` moves
    /// @throws RepartitionException when the text is longer than engines take
    Watermark fitting(Watermark next, LocalDate day) {
        int bytes = ViewDefinition.bytes(view.sql(next));
        if (bytes > ViewDefinition.BYTES_MAX) {
            throw new RepartitionException("moving " + day + " would make the view " + bytes + " bytes long, and "
                    + ViewDefinition.BYTES_MAX + " are the most: it names the objects of days that are not settled or"
                    + " removed yet; remove moved sources (--remove-source), or wait until " + day + " is settled");
        }
        return next;
    }
}
