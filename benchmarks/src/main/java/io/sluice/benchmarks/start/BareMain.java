package io.sluice.benchmarks.start;

/// The least that a JVM can be started for.
final class BareMain {
    private BareMain() {}

    public static void main(String[] arguments) {
        System.out.println("started");
    }
}
