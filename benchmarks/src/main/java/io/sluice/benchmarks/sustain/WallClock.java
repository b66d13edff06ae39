package io.sluice.benchmarks.sustain;

import io.sluice.app.Pipeline;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.Flusher;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.Requests;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// The same work as a [VirtualBuffer]'s of one interval, by a clock on the wall: the deployed workers, stores that
/// really wait. What the virtual time is held against.
final class WallClock {
    private final Stores stores;
    private final Templates templates;

    WallClock(Stores stores, Templates templates) {
        this.stores = stores;
        this.templates = templates;
    }

    /// @param bytesPerSecond of the interval's batches, which are all there when the run begins
    /// @param function       the flusher's settings
    /// @return seconds that the run took
    double run(double bytesPerSecond, BufferLoad.Function function) {
        Cloud cloud = new Cloud(Cloud.Contents.COUNTED);
        long every = BufferLoad.probe(bytesPerSecond, function).batchEvery(templates.batchBytes());
        long batches = BufferLoad.INTERVAL.toNanos() / every;
        for (long number = 0; number < batches; number++) {
            templates.stage(number, VirtualTime.at(number * every), cloud);
        }
        long start = System.nanoTime();
        InstantSource clock = () -> VirtualTime.at(BufferLoad.INTERVAL.toNanos() + System.nanoTime() - start);
        ObjectStore staging = new MemoryObjectStore(() -> Instant.EPOCH);
        cloud.staging().forEach((key, staged) -> staging.put(new ObjectKey(key),
                Body.of(staged.range(new ByteRange(0, staged.length())).orElseThrow())));
        ObjectStore data = new MemoryObjectStore(() -> Instant.EPOCH);
        Flusher flusher = Pipeline.flusher(
                function.settings(clock),
                new Buffer(Clickstream.NAME, new PassingObjectStore(staging, new Waiting()),
                        new PassingIndex(cloud.index(), new Waiting(stores.index(), stores.index()))),
                new PassingObjectStore(data, new Waiting()),
                new VirtualThreadWorkers(Pipeline.REQUESTS_MAX), clock);
        long began = System.nanoTime();
        FlushSummary summary = flusher.flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        double seconds = (System.nanoTime() - began) / 1e9;
        WrongOutputException.unlessEqual("records delivered by the wall's clock",
                batches * templates.recordsPerBatch(), summary.tally().delivered());
        return seconds;
    }

    /// Each request waits as long as the service is taken to.
    private final class Waiting implements Requests {
        private final Duration read;
        private final Duration write;

        Waiting() {
            this(stores.read(), stores.write());
        }

        Waiting(Duration read, Duration write) {
            this.read = read;
            this.write = write;
        }

        @Override
        public <T> T read(Supplier<String> name, Supplier<T> request) {
            LockSupport.parkNanos(read.toNanos());
            return request.get();
        }

        @Override
        public <T> T write(Supplier<String> name, Supplier<T> request) {
            LockSupport.parkNanos(write.toNanos());
            return request.get();
        }
    }
}
