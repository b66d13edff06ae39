package io.sluice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class BuildTest {
    @Test
    void runsOnTheTargetedJdk() {
        assertTrue(Runtime.version().feature() >= 25, Runtime.version().toString());
    }
}
