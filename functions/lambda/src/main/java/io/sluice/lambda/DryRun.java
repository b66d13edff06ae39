package io.sluice.lambda;

import io.sluice.config.StreamConfiguration;
import io.sluice.convert.Converters;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.index.Buffer;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceRefusals;
import io.sluice.objects.ObjectStore;
import io.sluice.partition.PartitionBinder;
import io.sluice.work.Workers;
import java.time.InstantSource;

/// The components of a stream's functions in `buffer` delivery without AWS, for whoever wants to know what they
/// make of some records before anything is deployed. Safe for concurrent use.
public final class DryRun {
    private final StreamConfiguration stream;
    private final Pipeline pipeline;

    /// @param clock what jq's `now` reads
    public DryRun(StreamConfiguration stream, InstantSource clock) {
        this.stream = stream;
        this.pipeline = new Pipeline(stream, clock);
    }

    /// The function's steps from a source record to records with keys.
    ///
    /// @param refusals what is known of records before the first step
    public RecordProcessor processor(SourceRefusals refusals) {
        return pipeline.bufferProcessor().refusing(refusals);
    }

    /// The same, of records of which nothing is known.
    public RecordProcessor processor() {
        return pipeline.bufferProcessor();
    }

    /// A binder of key values, for one thread.
    public PartitionBinder binder() {
        return pipeline.binders().get();
    }

    /// The function's work on a batch, on other ports than AWS's.
    public Ingest ingest(Buffer buffer) {
        return Wiring.ingest(stream, pipeline, buffer);
    }

    /// Requests that a flusher function has under way at once.
    public static int requestsMax() {
        return Wiring.REQUESTS_MAX;
    }

    /// The converters by which a flusher function makes files of records.
    ///
    public static Converters converters(Buffer buffer) {
        return Wiring.converters(buffer);
    }

    /// The settings that the flusher function of the stream is deployed with.
    public FlushSettings flushSettings() {
        return pipeline.flushSettings();
    }

    /// The flusher function's work with settings that differ from the deployed ones, on other ports than AWS's and with
    /// another way to do things side by side.
    ///
    /// @param workers that have at most [#requestsMax] requests under way
    /// @param clock   what time it is
    public static Flusher flusher(FlushSettings settings, Buffer buffer, ObjectStore data, Workers workers,
            InstantSource clock) {
        return Wiring.flusher(settings, buffer, data, workers, clock);
    }

    /// The flusher function's work, on other ports than AWS's.
    ///
    /// @param clock what time it is
    public Flusher flusher(Buffer buffer, ObjectStore data, InstantSource clock) {
        return Wiring.flusher(pipeline.flushSettings(), buffer, data, clock);
    }
}
