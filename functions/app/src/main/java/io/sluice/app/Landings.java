package io.sluice.app;

import io.sluice.buffers.BufferNumber;
import io.sluice.flush.CompletenessReader;
import io.sluice.flush.TableLostException;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.landing.Completeness;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LandingLog;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The landing logs of a stream, for who reads what landed. Writes nothing. Safe for concurrent use.
public final class Landings {
    private final Pipeline pipeline;
    private final StreamBuffers buffers;

    Landings(Pipeline pipeline, StreamBuffers buffers) {
        this.pipeline = pipeline;
        this.buffers = buffers;
    }

    /// One of each buffer that the stream ever had, and then that of its lake.
    ///
    /// @throws IllegalArgumentException when the stream has several buffers and the configuration does not name `Lanes`
    public List<LandingLog> logs() {
        List<Buffer> all = buffers.all().stream().map(this::buffer).toList();
        return Stream.concat(all.stream().map(LandingLog::new),
                Stream.of(new LandingLog(LakeLog.chain(pipeline.configuration().stream()), all.getFirst().staging())))
                .toList();
    }

    /// Reads until when the stream is complete. Whatever is in a buffer that is not used any more is told too; where
    /// nothing is left, it does not count.
    ///
    /// @param sourceLag the longest time from a record's arrival until it is staged
    /// @throws io.sluice.objects.StoreException when a request failed
    /// @throws IllegalArgumentException         as above
    public Completeness complete(Duration sourceLag) {
        return complete(sourceLag, Deadline.NONE);
    }

    /// As above, with half a minute left.
    ///
    /// @throws io.sluice.work.OutOfTimeException when there are more entries than there is time to read
    Completeness complete(Duration sourceLag, Deadline deadline) {
        long start = pipeline.clock().millis() - sourceLag.toMillis();
        try {
            var reader = new CompletenessReader(pipeline.configuration().sluice().indexShards(),
                    new VirtualThreadWorkers(Pipeline.REQUESTS_MAX), deadline);
            return buffers.all().stream().map(this::buffer).map(each -> reader.read(each, start))
                    .reduce(Completeness.Until.allOf(start), Completeness::and);
        } catch (TableLostException e) {
            return new Completeness.Unknown(List.of(String.valueOf(e.getMessage())));
        }
    }

    private Buffer buffer(BufferNumber number) {
        return buffers.guarded(number);
    }
}
