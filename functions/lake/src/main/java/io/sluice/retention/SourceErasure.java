package io.sluice.retention;

import io.sluice.ingest.RecordProcessor;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.repartition.SourceMoves;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.view.Announcements;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.util.List;
import java.util.Optional;

/// Removes the records of one key value from objects whose paths do not tell it: the source of a repartition, or an
/// earlier layout. Every record is taken through the stream's own steps; an object of that key value alone is deleted,
/// one with others is written anew without them, both on the condition that it is still the version that was read
/// (`If-Match`). Safe for concurrent use, and to repeat: what is done is not found again.
public final class SourceErasure {
    /// Objects between two looks at the time.
    private static final int OBJECTS_AT_ONCE = 16;

    private final RetentionSettings settings;
    private final RecordProcessor processor;
    private final SourceRecords source;
    private final ObjectStore staging;
    private final Workers workers;
    private final Optional<Announcements> announcements;

    /// @param processor     the stream's steps from a record to its keys
    /// @param staging       where repartitions keep their state
    /// @param announcements of what goes; empty: the stream has no landing log
    public SourceErasure(RetentionSettings settings, RecordProcessor processor, SourceRecords source,
            ObjectStore staging, Workers workers, Optional<Announcements> announcements) {
        this.announcements = announcements;
        this.settings = settings;
        this.processor = processor;
        this.source = source;
        this.staging = staging;
        this.workers = workers;
    }

    /// The objects to look through.
    ///
    /// @param prefix of the objects
    /// @param after  the key after which to begin; empty: from the start
    public record Range(String prefix, String after) {}

    /// Checks that an erasure can be asked for so; changes nothing.
    ///
    /// @throws RetentionException when no object can be of the key value, or the source holds what the stream writes
    public void require(KeyValue of, Range range) {
        settings.requireUsable(of);
        if (range.prefix().isEmpty()) {
            throw new RetentionException("the source prefix is empty: the whole bucket would be read, and its objects"
                    + " written anew; name the prefix of the streamed objects, as raw/");
        }
        refuseOverlap(range.prefix(), settings.prefix().literalHead(), "Prefix");
        refuseOverlap(range.prefix(), settings.errorPrefix().literalHead(), "ErrorOutputPrefix");
        settings.compacted().ifPresent(
                compacted -> refuseOverlap(range.prefix(), compacted.literalHead(), "Compaction.Prefix"));
    }

    private static void refuseOverlap(String source, String head, String field) {
        if (head.startsWith(source)) {
            throw new RetentionException("the source " + source + " holds what this configuration writes (its " + field
                    + " begins with '" + head + "'); name a longer prefix");
        }
    }

    /// @throws RetentionException when it cannot be asked for so; nothing was changed
    /// @throws StoreException     when a listing failed: repeat it
    public SourceErasureReport erase(KeyValue of, Range range, RemovalMode mode, Deadline deadline) {
        require(of, range);
        OwnSources own = new OwnSources(settings.stream(), announcements, mode);
        SourceErasureReport report = erase(range, new SourceScan(source, new KeyMatch(processor, settings.prefix(), of),
                SourceMoves.of(settings.stream(), staging), settings.layouts(), mode, deadline, own));
        own.end();
        return report;
    }

    private SourceErasureReport erase(Range range, SourceScan scan) {
        SourceTally tally = new SourceTally();
        String after = range.after();
        boolean more = true;
        while (more) {
            SourceStore.Page page = source.store().list(range.prefix(), after);
            scan.listed();
            for (int from = 0; from < page.objects().size(); from += OBJECTS_AT_ONCE) {
                List<SourceObject> some = page.objects().subList(from,
                        Math.min(page.objects().size(), from + OBJECTS_AT_ONCE));
                int done = tally.add(some, workers.map(some, scan::erase));
                after = done == 0 ? after : some.get(done - 1).key().value();
                if (done < some.size()) {
                    return tally.report(range.prefix(), Optional.of(after));
                }
            }
            more = page.more() && !page.objects().isEmpty();
        }
        return tally.report(range.prefix(), Optional.empty());
    }
}
