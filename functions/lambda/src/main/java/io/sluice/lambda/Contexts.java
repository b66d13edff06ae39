package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the context that Lambda gives a function of its invocation; a call without one has time.
public final class Contexts {
    private Contexts() {}

    public static Deadline deadline(@Nullable Context context) {
        return context == null ? Deadline.NONE : () -> Duration.ofMillis(context.getRemainingTimeInMillis());
    }

    static Optional<String> functionArn(@Nullable Context context) {
        return Optional.ofNullable(context).map(Context::getInvokedFunctionArn);
    }
}
