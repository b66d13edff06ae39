package io.sluice.repartition;

import io.sluice.convert.Converters;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.index.Buffer;
import io.sluice.ingest.Ingest;
import io.sluice.input.RowFiles;
import io.sluice.objects.ObjectStore;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.view.Announcements;
import io.sluice.work.Workers;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The parts that a repartition is carried out with: its ports, and the stream's own components over them.
///
/// @param source  the data bucket, as it is read
/// @param data    the data bucket, as it is written
/// @param staging plans, receipts, watermarks, segments and manifests
/// @param buffers    buffers by their names
/// @param ingests    the stream's ingest for a buffer
/// @param converters what makes converted objects of a buffer
/// @param flush   the stream's own flush settings
/// @param runs    names flush runs; never the same twice
/// @param announcements where it is told what was moved; empty: nobody is told
/// @param rows    reads objects of rows, if the class path has what it takes
public record Parts(SourceStore source, ObjectStore data, ObjectStore staging,
        Function<String, Buffer> buffers, Function<Buffer, Ingest> ingests,
        Function<Buffer, Converters> converters, FlushSettings flush, Workers workers, InstantSource clock,
        Supplier<String> runs, Optional<Announcements> announcements, Optional<RowFiles> rows) {
    ObjectStaging staging(RepartitionSettings settings, LocalDate day) {
        Buffer buffer = buffers.apply(DayBuffer.name(settings.stream(), day));
        return new ObjectStaging(settings, records(settings),
                index -> ingests.apply(new Buffer(buffer.name(), buffer.staging(), index)),
                new TargetCheck(settings.from(), settings.zone(), buffer));
    }

    SourceRecords records(RepartitionSettings settings) {
        return new SourceRecords(source, settings.bucket(), rows);
    }

    DayDelivery delivery(RepartitionSettings settings, LocalDate day) {
        Buffer buffer = buffers.apply(DayBuffer.name(settings.stream(), day));
        Flusher flusher = new Flusher(DayBuffer.settings(settings.stream(), day, flush), buffer, data, workers,
                converters.apply(buffer), clock);
        return new DayDelivery(buffer, flusher, workers, settings, runs);
    }
}
