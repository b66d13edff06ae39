package io.sluice.repartition;

import io.sluice.convert.Converters;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.index.BufferIndex;
import io.sluice.ingest.Ingest;
import io.sluice.input.RowFiles;
import io.sluice.objects.ObjectStore;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.work.Workers;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// What a repartition is carried out with: its ports, and the stream's own components over them.
///
/// @param source  the data bucket, as it is read
/// @param data    the data bucket, as it is written
/// @param staging plans, receipts, watermarks, segments and manifests
/// @param indexes the index of a buffer, by its name
/// @param ingests the stream's ingest for a buffer, by its name, over an index
/// @param converters what makes converted objects of a buffer, by its name
/// @param flush   the stream's own flush settings
/// @param runs    names flush runs; never the same twice
/// @param rows    reads objects of rows, if the class path has what it takes
public record Parts(SourceStore source, ObjectStore data, ObjectStore staging,
        Function<String, BufferIndex> indexes, BiFunction<String, BufferIndex, Ingest> ingests,
        Function<String, Converters> converters, FlushSettings flush, Workers workers, InstantSource clock,
        Supplier<String> runs, Optional<RowFiles> rows) {

    /// Without objects of rows.
    public Parts(SourceStore source, ObjectStore data, ObjectStore staging, Function<String, BufferIndex> indexes,
            BiFunction<String, BufferIndex, Ingest> ingests, Function<String, Converters> converters,
            FlushSettings flush, Workers workers, InstantSource clock, Supplier<String> runs) {
        this(source, data, staging, indexes, ingests, converters, flush, workers, clock, runs, Optional.empty());
    }

    ObjectStaging staging(RepartitionSettings settings, LocalDate day) {
        String buffer = DayBuffer.name(settings.stream(), day);
        return new ObjectStaging(settings, records(settings),
                index -> ingests.apply(buffer, index),
                new TargetCheck(settings.from(), settings.zone(), staging, buffer));
    }

    SourceRecords records(RepartitionSettings settings) {
        return new SourceRecords(source, settings.bucket(), rows);
    }

    DayDelivery delivery(RepartitionSettings settings, LocalDate day) {
        BufferIndex index = indexes.apply(DayBuffer.name(settings.stream(), day));
        Flusher flusher = new Flusher(DayBuffer.settings(settings.stream(), day, flush), staging, data, index, workers,
                converters.apply(DayBuffer.name(settings.stream(), day)), clock);
        return new DayDelivery(index, staging, flusher, workers, settings, runs);
    }
}
