package io.sluice.infra;

import java.time.Duration;

/// How long Lambda gathers records for an invocation.
final class MappingWindow {
    static final Duration MAX = Duration.ofSeconds(300);

    private MappingWindow() {}

    /// @throws DeploymentException when Lambda takes no such window
    static void require(Duration window) {
        if (window.isNegative() || window.compareTo(MAX) > 0 || window.toNanosPart() != 0) {
            throw new DeploymentException("A batch is gathered for 0 to 300 whole seconds, and not for " + window);
        }
    }

    /// As CDK takes it.
    static software.amazon.awscdk.Duration seconds(Duration window) {
        return software.amazon.awscdk.Duration.seconds(window.toSeconds());
    }
}
