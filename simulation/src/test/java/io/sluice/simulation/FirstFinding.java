package io.sluice.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Runs worlds of all kinds or of some, a few of each in turns, until something is violated or the time is over:
/// `FirstFinding SECONDS [KIND…]`, which prints `KIND SEED sentence`, or how many worlds found nothing.
///
/// A world that does not end within half a minute is a finding, too.
final class FirstFinding {
    private static final int TURN = 4;
    private static final long WORLD_NANOS_MAX = 30_000_000_000L;

    private static volatile long begun = System.nanoTime();
    private static volatile String place = "";

    private FirstFinding() {}

    public static void main(String[] args) {
        long ends = System.nanoTime() + Math.round(Double.parseDouble(args[0]) * 1e9);
        Thread.ofPlatform().daemon().start(FirstFinding::watch);
        List<WorldKind> kinds = args.length > 1
                ? Arrays.stream(args).skip(1).map(WorldKind::parse).toList()
                : List.of(WorldKind.values());
        long worlds = 0;
        for (long first = 1; true; first += TURN) {
            for (WorldKind kind : kinds) {
                for (long seed = first; seed < first + TURN; seed++) {
                    if (System.nanoTime() - ends > 0) {
                        System.out.println("nothing in " + worlds + " worlds");
                        System.exit(0);
                    }
                    place = kind.text() + " " + seed;
                    begun = System.nanoTime();
                    Optional<String> finding = run(kind, seed);
                    worlds++;
                    if (finding.isPresent()) {
                        System.out.println(place + " " + finding.get());
                        System.exit(0);
                    }
                }
            }
        }
    }

    private static Optional<String> run(WorldKind kind, long seed) {
        try {
            return Seeds.onVirtualThread(() -> kind.run(seed, new Reached())).map(Violation::getMessage);
        } catch (AssertionError e) {
            return Optional.of("ended with " + e.getCause());
        }
    }

    private static void watch() {
        while (System.nanoTime() - begun < WORLD_NANOS_MAX) {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                return;
            }
        }
        System.out.println(place + " does not end");
        Runtime.getRuntime().halt(0);
    }
}
