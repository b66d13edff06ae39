package io.sluice.simulation;

import java.util.Random;

/// Choices out of one seed. [Random]'s algorithm is part of its specification, so that a seed keeps its meaning over
/// releases of Java.
public final class SeededChoices implements Choices {
    private final Random random;

    public SeededChoices(long seed) {
        // Neighbouring seeds have like first numbers in Random; the multiplier tells them apart.
        random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
    }

    @Override
    public int below(int n) {
        return random.nextInt(n);
    }
}
