package io.sluice.repartition;

import io.sluice.audit.Taken;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.firehose.SourceBatch;
import io.sluice.index.BufferIndex;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.IngestSummary;
import io.sluice.input.InputException;
import io.sluice.input.RecordInput;
import io.sluice.jq.JqException;
import io.sluice.objects.StoreException;
import io.sluice.repartition.IngestVerdict.Verdict;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceCount;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceRecords;
import io.sluice.work.Deadline;
import io.sluice.work.OutOfTimeException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.Function;

/// Takes one object through the stream's own ingest into segments. Nothing of it is visible to a flusher: its index
/// entries are handed back. Safe for concurrent use.
final class ObjectStaging {
    /// Time that a batch may take.
    private static final Duration STEP_TIME = Duration.ofSeconds(20);

    private final RepartitionSettings settings;
    private final SourceRecords source;
    private final Function<BufferIndex, Ingest> ingests;
    private final TargetCheck target;

    /// @param ingests makes the stream's ingest over an index, with the day's name
    ObjectStaging(RepartitionSettings settings, SourceRecords source, Function<BufferIndex, Ingest> ingests,
            TargetCheck target) {
        this.settings = settings;
        this.source = source;
        this.ingests = ingests;
        this.target = target;
    }

    /// Stages an object, or says why it cannot be moved as it is: the caller decides.
    ///
    /// @throws StoreException     when a request failed; the object may be tried again
    /// @throws OutOfTimeException when the time left is too short for it
    Verdict stage(SourceObject object, LocalDate day, Deadline deadline) {
        try {
            return read(object, day, deadline);
        } catch (SourceChangedException e) {
            return new Verdict.LeftOut(e.getMessage() + " since its day was planned; nothing of it is delivered");
        } catch (InputException | IOException | MalformedEncodingException e) {
            return new Verdict.LeftOut("it cannot be read: " + e.getMessage());
        } catch (JqException e) {
            return new Verdict.LeftOut("its records' arrival time cannot be told: " + e.getMessage());
        }
    }

    private Verdict read(SourceObject object, LocalDate day, Deadline deadline) throws IOException {
        String name = "s3://" + settings.bucket() + "/" + object.key();
        EntryCapture entries = new EntryCapture();
        Ingest ingest = ingests.apply(entries);
        Instant otherwise = ownTime(object, day);
        long rejected = 0;
        Taken taken = new Taken();
        try (RecordInput records = source.open(object)) {
            BatchCutter cutter = new BatchCutter(settings.bucket(), object, records,
                    BatchCutter.arrivals(settings.arrival(), otherwise), otherwise, settings.batchBytes());
            for (SourceBatch batch = cutter.next(); batch != null; batch = cutter.next()) {
                requireTime(name, deadline);
                batch.records().forEach(record -> taken.add(record.data()));
                IngestSummary summary = ingest.accept(batch, Optional.empty());
                rejected += summary.rejected();
                Optional<String> astray = target.refusal(entries.entries().getLast(), day);
                if (astray.isPresent()) {
                    return new Verdict.LeftOut(astray.get());
                }
            }
            var broken = records.undecodable();
            if (broken.isPresent()) {
                return new Verdict.LeftOut("it cannot be read: " + broken.get().cause());
            }
        }
        Optional<String> difference = new SourceCount(source).difference(object, taken);
        if (difference.isPresent()) {
            return new Verdict.LeftOut("counted again it is another one than was read: " + difference.get()
                    + "; nothing of it is delivered, please report this");
        }
        return rejected > 0 && settings.rejects() == RepartitionSettings.Rejects.REFUSE
                ? new Verdict.LeftOut(rejected + " of its records are rejected by the stream's configuration; mend the"
                        + " configuration, or give them to the error output with --accept-rejected")
                : new Verdict.Staged(rejected, entries.entries());
    }

    /// Returns the time at which the object was written, within the day of its key: Firehose names objects after their
    /// oldest record's arrival and writes them some minutes later, and a copied object has the copy's time.
    private Instant ownTime(SourceObject object, LocalDate day) {
        Instant start = day.atStartOfDay(settings.zone()).toInstant();
        Instant last = settings.end(day).minusMillis(1);
        Instant modified = object.modified();
        return modified.isBefore(start) ? start : modified.isAfter(last) ? last : modified;
    }

    private static void requireTime(String name, Deadline deadline) {
        if (deadline.leavesLessThan(STEP_TIME)) {
            throw new OutOfTimeException(name + " takes longer than this invocation may: nothing of it is delivered;"
                    + " repartition its day with ./sluice repartition on a machine, or cut the object into smaller "
                    + "ones");
        }
    }
}
