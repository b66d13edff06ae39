package io.sluice.infra;

import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.iam.Deployment;
import io.sluice.infra.iam.Judgement;
import io.sluice.infra.iam.Stacks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The deployments whose functions' rights are judged.
public final class Granted {
    private static final String SHARED_OUT = "flush parallelism 4";
    private static final String TICKING = "flush interval 5 s";
    private static final Map<String, Map<String, Judgement>> JUDGED = new ConcurrentHashMap<>();
    private static final Map<String, Deployment> READ = new ConcurrentHashMap<>();

    private Granted() {}

    static List<String> names() {
        return Stream.concat(Variants.matrix().stream().map(Variant::toString), Stream.of(SHARED_OUT, TICKING))
                .toList();
    }

    /// Those that each build looks at.
    static List<String> usual() {
        return Stream.concat(Variants.usual().stream().map(Variant::toString), Stream.of(SHARED_OUT, TICKING)).toList();
    }

    /// One of the names.
    public static Deployment deployment(String name) {
        return READ.computeIfAbsent(name, _ -> switch (name) {
            case SHARED_OUT -> Deployment.of(stacks(Way.ENCRYPTED));
            case TICKING -> Deployment.of(stacks(Way.SECONDS));
            default -> Deployment.of(stacks(Variants.matrix().stream().filter(each -> each.toString().equals(name))
                    .findFirst().orElseThrow()));
        });
    }

    /// The judgement on each function of a deployment.
    static Map<String, Judgement> judgement(String name) {
        return JUDGED.computeIfAbsent(name, _ -> Recordings.judge(deployment(name)));
    }

    public static Deployment deployment(Variant variant) {
        return Deployment.of(stacks(variant));
    }

    public static Deployment deployment(Way way) {
        return Deployment.of(stacks(way));
    }

    static Stacks stacks(Variant variant) {
        try {
            Matrix.of(variant);
            return Stacks.read(Matrix.folder(variant));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stacks stacks(Way way) {
        try {
            return Stacks.read(Synthesis.of(way).folder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
