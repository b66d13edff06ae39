package io.sluice.upload;

import io.sluice.event.UploadEvent;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.IngestSummary;
import io.sluice.ingest.SourceRefusals;
import io.sluice.input.ByteInput;
import io.sluice.input.InputException;
import io.sluice.input.TextForm;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.reject.ErrorOutputType;
import io.sluice.reject.Reject;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceRecords;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Takes the records of an object into the stream's buffer, once for each version: part by part, each with its receipt,
/// so that an object which takes longer than an invocation is gone on with by the next. Safe for concurrent use.
///
/// What cannot be read now and could be later fails: whoever hands the notice over tries again. What can never be read
/// is told by an error record, with the notice or with what could not be decoded.
public final class ObjectIntake {
    /// Time that a part may take.
    static final Duration STEP_TIME = Duration.ofSeconds(20);

    private final OwnOutput own;
    private final UploadedObjects objects;
    private final TextForm form;
    private final Function<SourceRefusals, Ingest> ingests;
    private final Ingest ingest;

    /// @param own     what the stream writes itself
    /// @param form    of objects that are texts
    /// @param ingests the stream's ingest, which refuses what the argument does
    public ObjectIntake(OwnOutput own, UploadedObjects objects, TextForm form,
            Function<SourceRefusals, Ingest> ingests) {
        this.own = own;
        this.objects = objects;
        this.form = form;
        this.ingests = ingests;
        this.ingest = ingests.apply(SourceRefusals.NONE);
    }

    /// The outcome of taking in an object.
    public sealed interface Taken {
        /// The records that this attempt staged, error records included.
        IngestSummary summary();

        /// All of it is staged, by this attempt or by earlier ones, or there was nothing in it.
        record Whole(IngestSummary summary) implements Taken {}

        /// Time ran out; the notice must come again.
        record Begun(IngestSummary summary) implements Taken {}
    }

    /// @param functionArn for error records
    /// @throws StoreException      when the notice must come again
    /// @throws OwnOutputException  when the stream wrote the object itself
    public Taken take(UploadEvent notice, Deadline deadline, Optional<String> functionArn) {
        own.refuse(notice);
        Optional<SourceObject> found = objects.find(notice);
        Attempt attempt = new Attempt(notice, functionArn);
        if (found.isEmpty()) {
            return attempt.ends("Sluice.ObjectGone", "is gone: it was deleted before it was read");
        }
        if (notice.version().isEmpty() && notice.etag().filter(etag -> !etag.equals(found.get().etag())).isPresent()) {
            return attempt.ends("Sluice.ObjectChanged", "is another one than the notification is of: it was overwritten"
                    + " before it was read, which has a notification of its own");
        }
        if (found.get().length() == 0) {
            return new Taken.Whole(IngestSummary.NOTHING);
        }
        return attempt.read(UploadedVersion.of(notice, found.get()), deadline);
    }

    /// One attempt at one notice.
    private final class Attempt {
        private final UploadEvent notice;
        private final Optional<String> functionArn;
        private IngestSummary summary = IngestSummary.NOTHING;

        Attempt(UploadEvent notice, Optional<String> functionArn) {
            this.notice = notice;
            this.functionArn = functionArn;
        }

        Taken read(UploadedVersion version, Deadline deadline) {
            try {
                SourceRecords.Open open = objects.records(notice).openKnown(version.object(), form);
                try (var records = open.records()) {
                    if (!stage(new PartCutter(version, open, form), deadline)) {
                        return new Taken.Begun(summary);
                    }
                    records.undecodable().ifPresent(rest -> undecoded(version, rest));
                    return new Taken.Whole(summary);
                }
            } catch (SourceChangedException e) {
                return ends("Sluice.ObjectChanged", "was overwritten or deleted while it was read: what is not staged"
                        + " of it cannot be");
            } catch (InputException e) {
                if (e.isTemporary()) {
                    throw e;
                }
                return ends("Sluice.ObjectUnreadable", "cannot be read: " + e.getMessage());
            } catch (IOException e) {
                throw new UncheckedIOException(notice.name() + " could not be read this time", e);
            }
        }

        /// @return false when time ran out
        private boolean stage(PartCutter cutter, Deadline deadline) throws IOException {
            boolean again = true;
            for (Optional<Part> part = cutter.next(); part.isPresent(); part = cutter.next()) {
                if (deadline.leavesLessThan(STEP_TIME)) {
                    return false;
                }
                // Parts are staged in their order: after the first that is not, hardly any is.
                again = again && ingest.isStaged(part.get().name());
                summary = summary.and(again
                        ? IngestSummary.NOTHING.repeated(part.get().records().size())
                        : ingest.accept(part.get().batch(), functionArn));
            }
            return true;
        }

        /// The rest of a damaged object, as it is stored.
        private void undecoded(UploadedVersion version, ByteInput.Undecodable rest) {
            Reject why = new Reject(ErrorOutputType.DECOMPRESSION_FAILED, "Sluice.ObjectDamaged",
                    "%s cannot be decompressed from byte %d on: %s%s".formatted(notice.name(), rest.offset(),
                            rest.cause(), rest.unproven() == 0
                                    ? ""
                                    : "; the last " + rest.unproven() + " decompressed bytes before were taken and may"
                                            + " be altered: no checksum proves them"));
            refuse(version.named("rest"), rest.data(), version.object().modified(), why);
        }

        Taken ends(String code, String what) {
            RecordName name = UploadedVersion.named(notice.bucket(), notice.key().value(),
                    notice.version().or(notice::etag).orElse(""), code);
            refuse(name, notice.toJson(), notice.time(), Reject.processing(code, notice.name() + " " + what));
            return new Taken.Whole(summary);
        }

        /// The batch has a version's name in its id: what is said of the next version of the key is no repeat of it.
        private void refuse(RecordName name, byte[] data, Instant arrival, Reject why) {
            var record = SourceRecord.named(why.code() + " " + name, arrival, data, name);
            summary = summary.and(ingests.apply(_ -> Optional.of(why)).accept(new SourceBatch(
                    SourceType.S3, UploadedVersion.arn(notice.bucket(), notice.key().value()), "",
                    List.of(record)), functionArn));
        }
    }
}
