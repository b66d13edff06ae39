package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.sluice.flush.DeliverySlice;
import io.sluice.lane.Lane;
import java.util.List;
import java.util.Optional;
import org.crac.Core;

/// What the functions do without an event that asks for it.
public final class WithoutAnEvent {
    private WithoutAnEvent() {}

    /// SnapStart's hook of the transform function.
    public static void primeTransform(Wiring wiring) {
        prime(wiring.transformPriming());
    }

    /// SnapStart's hook of the flusher function.
    public static void primeFlush(Wiring wiring) {
        prime(wiring.flushPriming());
    }

    private static void prime(List<Runnable> steps) {
        Priming.register(steps).beforeCheckpoint(Core.getGlobalContext());
    }

    /// A flush run hands a slice to another invocation, as it does with more than 10,000 objects to write.
    ///
    /// @return whether it hands any over
    public static boolean handOver(Wiring wiring, Context context) {
        var slices = wiring.slices(Lane.FIRST, context);
        slices.ifPresent(invoker -> invoker.invoke(new DeliverySlice("", Optional.empty())));
        return slices.isPresent();
    }
}
