package io.sluice.simulation;

import io.sluice.firehose.SourceBatch;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The versions of the functions in one world. Where there are two, an operator puts one in the place of the other at
/// any moment, and an invocation may still be one of the version before.
final class Versions {
    /// Once in so many steps of the director.
    private static final int TURNS_ONE_IN = 30;

    private final Optional<Functions> other;
    private final Beside beside;
    private final Map<Integer, WarmEnvironment<Functions.Staging>> warm = new HashMap<>();
    private final Map<Work, Integer> others = new EnumMap<>(Work.class);
    private final Map<Work, Integer> own = new EnumMap<>(Work.class);
    private boolean isOther;
    private int turns;

    /// Who invokes what.
    enum Beside {
        /// Both versions, by turns and side by side.
        BOTH,
        /// The other version alone, to see what is a defect of its own.
        OTHER_ALONE
    }

    /// What an invocation is for.
    enum Work {
        STAGE, FLUSH, SLICE, SWEEP, RECOVER
    }

    private Versions(Optional<Functions> other, Beside beside) {
        this.other = other;
        this.beside = beside;
    }

    /// This version alone.
    static Versions own() {
        return new Versions(Optional.empty(), Beside.BOTH);
    }

    /// This version and another.
    static Versions with(Functions other, Beside beside) {
        return new Versions(Optional.of(other), beside);
    }

    /// The version that an invocation runs. Nothing is drawn where there is one.
    Functions of(Work work, World world) {
        if (other.isEmpty()) {
            return Functions.OWN;
        }
        boolean runsOther = beside == Beside.OTHER_ALONE || isOther != world.choices().oneIn(4);
        (runsOther ? others : own).merge(work, 1, Integer::sum);
        return runsOther ? other.get() : Functions.OWN;
    }

    /// Now and then the operator changes the version.
    void turn(World world) {
        if (other.isPresent() && beside == Beside.BOTH && world.choices().oneIn(TURNS_ONE_IN)) {
            isOther = !isOther;
            turns++;
            world.trace().add("operator", () -> isOther ? "goes to the other version" : "comes back to this version");
        }
    }

    /// Stages a batch, in an environment that was warm or is from now on, or in one that is new and ends with it.
    void stage(Configuration configuration, Mistake.Ports ports, World world, Supplier<SourceBatch> batch) {
        Functions functions = of(Work.STAGE, world);
        if (functions == Functions.OWN) {
            Source.invoke(configuration, ports, world,
                    ingest -> OwnFunctions.staging(ingest).accept(batch.get()));
            return;
        }
        warmEnvironment(functions, configuration, world).ifPresentOrElse(
                environment -> environment.invoke(ports, staging -> staging.accept(batch.get())),
                () -> functions.staging(configuration, ports, world.spans()).accept(batch.get()));
        world.reached().note(RareState.ACCEPTED_UNDER_OLDER_CONFIGURATION, !configuration.equals(world.configured()));
    }

    private Optional<WarmEnvironment<Functions.Staging>> warmEnvironment(Functions functions,
            Configuration configuration, World world) {
        return WarmEnvironment.of(warm, configuration, world.choices(),
                ports -> functions.staging(configuration, ports, world.spans()));
    }

    /// Invocations of the other version.
    Map<Work, Integer> others() {
        return others;
    }

    /// Invocations of this version, where there are two.
    Map<Work, Integer> ownInvocations() {
        return own;
    }

    /// How often the operator changed the version.
    int turns() {
        return turns;
    }
}
