package io.sluice.lambda;

import io.sluice.objects.StoreException;
import java.util.List;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/// Takes a function's real path once before SnapStart snapshots its execution environment, so that an invocation finds
/// classes loaded, the configuration's jq query warm and the SDK's clients made.
///
/// It writes nothing. Requests that it makes only read, and may be refused: loading what sends them is what counts.
/// Random names are drawn per run from a generator that the managed runtime seeds anew after each restore.
///
/// Source: AWS Lambda developer guide, "Lambda SnapStart runtime hooks".
final class Priming implements Resource {
    private final List<Runnable> steps;

    private Priming(List<Runnable> steps) {
        this.steps = List.copyOf(steps);
    }

    /// Has `steps` taken before a snapshot; without SnapStart they are never taken.
    ///
    /// @return to be kept by the caller for as long as the function lives: the runtime only holds it weakly
    static Priming register(List<Runnable> steps) {
        Priming priming = new Priming(steps);
        Core.getGlobalContext().register(priming);
        return priming;
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (StoreException refusedOrOutOfReach) {
                // an invocation will say so where it matters
            }
        }
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {}
}
