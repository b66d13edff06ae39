package io.sluice.infra.source;

import io.sluice.deployment.DeploymentException;
import java.time.Duration;

/// The time for which Lambda gathers records for an invocation.
public final class MappingWindow {
    static final Duration MAX = Duration.ofSeconds(300);

    private MappingWindow() {}

    /// @throws DeploymentException when Lambda takes no such window
    public static void require(Duration window) {
        if (window.isNegative() || window.compareTo(MAX) > 0 || window.toNanosPart() != 0) {
            throw new DeploymentException("A batch is gathered for 0 to 300 whole seconds, and not for " + window);
        }
    }

    /// As CDK takes it.
    static software.amazon.awscdk.Duration seconds(Duration window) {
        return software.amazon.awscdk.Duration.seconds(window.toSeconds());
    }
}
