package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.sluice.app.Flushing;
import io.sluice.app.Stream;
import io.sluice.buffers.BufferNumber;
import io.sluice.flush.DeliverySlice;
import java.util.List;
import java.util.Optional;
import org.crac.Core;

/// What the functions do without an event that asks for it.
public final class WithoutAnEvent {
    private WithoutAnEvent() {}

    /// SnapStart's hook of the transform function.
    public static void primeTransform(Stream stream) {
        prime(stream.intake().priming(PrimingEvent::read));
    }

    /// SnapStart's hook of the flusher function.
    public static void primeFlush(Stream stream) {
        prime(stream.flushing().priming());
    }

    private static void prime(List<Runnable> steps) {
        Priming.register(steps).beforeCheckpoint(Core.getGlobalContext());
    }

    /// A flush run hands a slice to another invocation, as it does with more than 10,000 objects to write.
    ///
    /// @return whether it hands any over
    public static boolean handOver(Stream stream, Context context) {
        var others = new FlushHandler(stream)
                .run(new FlushEvent.Flush(Flushing.Mode.SCHEDULED, Optional.empty()),
                        Optional.empty(), context)
                .others()
                .filter(_ -> stream.configuration().sluice().flushParallelism() > 1);
        others.ifPresent(each -> each.start(BufferNumber.FIRST, Optional.of(new DeliverySlice("", Optional.empty()))));
        return others.isPresent();
    }
}
