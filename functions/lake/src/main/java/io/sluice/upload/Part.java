package io.sluice.upload;

import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.input.InputRecord;
import io.sluice.position.RecordName;
import java.util.List;

/// Records of an object that are staged together.
///
/// @param origin  the object's version
/// @param cut     names the way in which it was cut
/// @param records in its order, at least one
/// @param end     why it ends where it does
record Part(UploadedVersion origin, String cut, List<InputRecord> records, End end) {
    /// The end of a part.
    enum End {
        /// It ends where parts do, or the object does.
        CUT(""),
        /// It ends where the rest cannot be read. It is known by another name than the whole part, for the day on which
        /// that can be read.
        UNREADABLE(" and no further");

        private final String suffix;

        End(String suffix) {
            this.suffix = suffix;
        }
    }

    Part {
        records = List.copyOf(records);
    }

    /// The name by which it is known when it comes again.
    RecordName name() {
        return origin.named("part " + cut + " at " + records.getFirst().offset() + end.suffix);
    }

    /// The same version gives the same batch at every attempt.
    SourceBatch batch() {
        RecordName name = name();
        return new SourceBatch(SourceType.S3, origin.arn(), "",
                records.stream().map(record -> SourceRecord.named(origin.id() + ":" + record.offset(),
                        origin.object().modified(), record.data(), name)).toList());
    }
}
