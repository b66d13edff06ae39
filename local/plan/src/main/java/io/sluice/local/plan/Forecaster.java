package io.sluice.local.plan;

import io.sluice.app.Pipeline;
import io.sluice.config.Cadence;
import io.sluice.config.FunctionMemory;
import io.sluice.config.StreamConfiguration;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Makes forecasts: takes a sample through the transform function's steps, and does the arithmetic. Safe for concurrent
/// use.
public final class Forecaster {
    private final StreamConfiguration stream;
    private final List<String> refusals;
    private final Prices prices;
    private final Pipeline functions;
    private final LongSupplier cpuNanos;
    private final Optional<Duration> perMegabyte;

    /// @param stream   in delivery `buffer`
    /// @param refusals what Firehose would refuse in the configuration, in sentences
    /// @param clock    what jq's `now` reads
    /// @param cpuNanos the calling thread's time on a processor: measures the transform function's work
    public Forecaster(StreamConfiguration stream, List<String> refusals, Prices prices, InstantSource clock,
            LongSupplier cpuNanos) {
        this(stream, refusals, prices, clock, cpuNanos, Optional.empty());
    }

    /// @param perMegabyte the transform function's work for a megabyte; empty: it is measured
    public Forecaster(StreamConfiguration stream, List<String> refusals, Prices prices, InstantSource clock,
            LongSupplier cpuNanos, Optional<Duration> perMegabyte) {
        this.perMegabyte = perMegabyte;
        this.stream = stream;
        this.refusals = List.copyOf(refusals);
        this.prices = prices;
        this.functions = new Pipeline(stream, clock);
        this.cpuNanos = cpuNanos;
    }

    /// @param sample at least one record
    /// @param rate   empty: the sample's own, or an assumed one; see [Traffic#of]
    public Forecast forecast(Sample sample, Optional<Rate> rate) {
        return forecast(sample, rate, Optional.empty());
    }

    /// @param calls in which the stream comes; empty where Firehose or another source hands it over
    /// @throws IllegalArgumentException when Firehose takes no such call
    public Forecast forecast(Sample sample, Optional<Rate> rate, Optional<ProducerCalls> calls) {
        Trace trace = Tracer.trace(stream, functions, sample);
        Traffic traffic = rate.map(given -> Traffic.of(given, sample)).orElseGet(() -> Traffic.of(sample));
        Optional<Replicas> replicas = calls.map(each -> each.replicas(traffic));
        Batches batches = replicas.map(Replicas::groups).orElseGet(() -> Batches.of(traffic,
                Batches.eventExpansion(sample, stream.stream()), stream.sluice().batchWait()));
        Staging staging = new StagingProbe(stream, functions, cpuNanos).measure(sample, batches.bytes(),
                perMegabyte);
        var measured = new Measured(sample, trace, traffic, replicas, batches, staging);
        Growth growth = Growth.of(trace);
        Optional<Forecast> ifGrowthEnds = growth.levelledOff() || !measured.isShorterThan(Cadence.of(stream))
                ? Optional.empty()
                : Optional.of(new Arithmetic(measured, growth.ended()).forecast(Optional.empty()));
        return new Arithmetic(measured, growth).forecast(ifGrowthEnds);
    }

    /// The measurements of the sample and the stream.
    private record Measured(Sample sample, Trace trace, Traffic traffic, Optional<Replicas> replicas, Batches batches,
            Staging staging) {
        /// Tests whether more than the sample is buffered at once.
        boolean isShorterThan(Cadence cadence) {
            return traffic.bytesPerSecond() * cadence.effective().toMillis() / 1e3 > sample.bytes();
        }
    }

    private static Forecast.Counts counts(Trace trace) {
        Map<String, Long> causes = new HashMap<>();
        trace.rejects().forEach((reject, count) -> causes
                .merge(reject.type().wireName() + ": " + reject.code() + ": " + reject.message(), count, Long::sum));
        long records = trace.records() + trace.dropped();
        return new Forecast.Counts(records, trace.records() - trace.rejected(), trace.rejected(), trace.dropped(),
                causes, trace.carriedMax());
    }

    private static RunRequests with(Optional<LandingRequests> landings, Optional<TableRequests> table,
            RunRequests requests) {
        RunRequests told = landings.map(each -> each.and(requests)).orElse(requests);
        return table.map(each -> each.and(told)).orElse(told);
    }

    /// The arithmetic that follows from the measurements.
    private final class Arithmetic {
        private final Sample sample;
        private final Trace trace;
        private final Traffic traffic;
        private final Optional<Replicas> replicas;
        private final Batches batches;
        private final Staging staging;
        private final Growth growth;
        private final Cadence cadence = Cadence.of(stream);
        private final int buffers = stream.sluice().lanes().orElse(1);

        Arithmetic(Measured measured, Growth growth) {
            this.sample = measured.sample;
            this.trace = measured.trace;
            this.traffic = measured.traffic;
            this.replicas = measured.replicas;
            this.batches = measured.batches;
            this.staging = measured.staging;
            this.growth = growth;
        }

        Forecast forecast(Optional<Forecast> ifGrowthEnds) {
            SampleWindow interval = buffered(cadence);
            ObjectForecast ofBuffer = objects(interval, (double) stream.objectBytesMax());
            ObjectForecast objects = ofBuffer.times(buffers);
            Optional<SmallObjectWarning> small = SmallObjectWarning.of(ofBuffer, stream, staging.objects(),
                    each -> objects(buffered(new Cadence(each, cadence.flushEvery())), Double.MAX_VALUE));
            EntryForecast entry = EntryForecast.of(staging,
                    SampleWindow.of(trace, growth, batches.bytes()).allPartitions());
            FlushLoad flush = FlushLoad.of(buffers, cadence, batches, entry.partitions(), ofBuffer,
                    interval.rawBytes() * staging.staged(), stream.sluice().flushMemoryBytesMax());
            Ceiling ceiling = Ceiling.of(traffic.bytesPerSecond() / buffers, interval.partitions(), ofBuffer.count(),
                    cadence.effective().toMillis() / 1e3, interval.rawBytes() * staging.staged(),
                    functions.flushSettings().slicing());
            IndexLoad index = IndexLoad.of(batches, (int) Math.ceil(entry.itemBytes()), flush,
                    stream.sluice().indexShards());
            FirehoseForecast firehose = FirehoseForecast.of(stream, trace, growth, traffic, staging.objects(),
                    refusals);
            double puts = objects.requests() / (cadence.effective().toMillis() / 1e3);
            Optional<LandingRequests> landings = LandingRequests.of(stream, flush, puts);
            Optional<TableRequests> table = landings
                    .flatMap(each -> TableRequests.of(stream, each, flush.buffers(), puts));
            RunRequests requests = with(landings, table, MonthlyRequests.of(traffic, batches, flush, index, staging,
                    entry.tailShare(), puts, replicas.isPresent()));
            FunctionMemory memory = FunctionMemory.of(stream);
            Cost cost = Cost.of(requests, memory, Math.round(traffic.bytesPerSecond() * Traffic.MONTH_SECONDS),
                    firehose.objectsPerMonth(), prices);
            long larger = (long) MonthlyCost.MEMORY_MIB << 20;
            FlushLoad inMemory = FlushLoad.of(buffers, cadence, batches, entry.partitions(), ofBuffer,
                    interval.rawBytes() * staging.staged(), larger);
            SluiceCost withMemory = SluiceCost.of(with(landings, table, MonthlyRequests.of(traffic, batches, inMemory,
                    index, staging, entry.tailShare(), puts, replicas.isPresent())),
                    FunctionMemory.of(stream, larger), prices);
            MonthlyCost month = MonthlyCost.of(cost, batches, entry, puts, Ingestion.of(sample, traffic, prices),
                    cadence.objectsPerMonth() * prices.of("s3.put.per1000"),
                    TickRequests.of(stream).map(ticks -> ticks.idle(memory, prices)).orElse(0.0),
                    WatchCost.of(stream.sluice().observability()).perMonth(prices), withMemory,
                    table.map(each -> each.perMonth(memory, prices)), replicas.map(each -> DirectCost.of(each, prices)),
                    prices);
            return new Forecast(stream.stream(), sample, counts(trace), growth, traffic, cadence,
                    interval.partitions(), objects, small, replicas, batches, staging, entry, index, flush, ceiling,
                    requests,
                    firehose, memory, month, compaction(interval, objects), ifGrowthEnds);
        }

        private Optional<CompactionForecast> compaction(SampleWindow interval, ObjectForecast objects) {
            SampleWindow day = SampleWindow.of(trace, growth,
                    traffic.bytesPerSecond() * Duration.ofDays(1).toSeconds());
            return CompactionForecast.of(stream, objects, buffers, interval, day, cadence.effective().toMillis() / 1e3,
                    staging.objects(), prices);
        }

        /// The window of the stream that a buffer has buffered at once.
        private SampleWindow buffered(Cadence each) {
            Duration together = each.effective();
            return SampleWindow.of(trace, growth, traffic.bytesPerSecond() / buffers * together.toMillis() / 1e3);
        }

        private ObjectForecast objects(SampleWindow interval, double rawBytesMax) {
            return ObjectForecast.of(interval, staging.objects(), rawBytesMax);
        }
    }
}
