package io.sluice.simulation;

import io.sluice.simulation.versions.OtherVersion;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Worlds in which the functions of two versions have one stream, and what was run in them. Safe for use by several
/// threads.
final class TwoVersions {
    private final Functions other;
    private final Versions.Beside beside;
    private final Map<Versions.Work, Integer> others = new EnumMap<>(Versions.Work.class);
    private final Map<Versions.Work, Integer> own = new EnumMap<>(Versions.Work.class);
    private long turns;
    private int worlds;
    private int mixed;

    /// @param classpath of the other version, with its simulation's classes
    TwoVersions(String classpath, Versions.Beside beside) {
        this.other = new OtherFunctions(OtherVersion.load(
                Arrays.stream(classpath.split(File.pathSeparator)).map(Path::of).toList()));
        this.beside = beside;
    }

    /// Kinds of worlds whose functions an older version has as well: all without a lake, and without those that run no
    /// function.
    static List<WorldKind> kinds() {
        return Stream.of(WorldKind.values()).filter(kind -> !kind.knobs().alwaysHasLake())
                .filter(kind -> kind != WorldKind.EVENTS && kind != WorldKind.FOLDERS).toList();
    }

    /// Runs one world.
    ///
    /// @return what was violated
    Optional<Violation> run(WorldKind kind, long seed, Trace trace) {
        Versions versions = Versions.with(other, beside);
        Optional<Violation> violated;
        try {
            violated = Seeds.violation(seed, kind.knobs().withoutLakes(), Mistake.NONE, trace, new Reached(), versions);
        } catch (RuntimeException e) {
            Violation failed = new Violation("the simulation itself failed: " + e);
            failed.initCause(e);
            violated = Optional.of(failed);
        }
        add(versions);
        return violated;
    }

    private synchronized void add(Versions versions) {
        worlds++;
        turns += versions.turns();
        if (!versions.others().isEmpty() && !versions.ownInvocations().isEmpty()) {
            mixed++;
        }
        versions.others().forEach((work, count) -> others.merge(work, count, Integer::sum));
        versions.ownInvocations().forEach((work, count) -> own.merge(work, count, Integer::sum));
    }

    /// Invocations of the other version.
    synchronized Map<Versions.Work, Integer> others() {
        return new EnumMap<>(others);
    }

    /// What was run, in lines.
    synchronized String summary() {
        StringBuilder text = new StringBuilder(String.format(
                "%,d worlds, in %,d of them invocations of both versions; the version was changed %,d times%n", worlds,
                mixed, turns));
        for (Versions.Work work : Versions.Work.values()) {
            text.append(String.format("%-8s %,11d of the other version %,11d of this one%n",
                    work.name().toLowerCase(java.util.Locale.ROOT), others.getOrDefault(work, 0),
                    own.getOrDefault(work, 0)));
        }
        return text.toString();
    }
}
