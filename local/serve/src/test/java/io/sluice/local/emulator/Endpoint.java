package io.sluice.local.emulator;

import static org.junit.jupiter.api.Assumptions.abort;

import java.net.URI;
import java.util.Optional;

/// Where the emulator is: `AWS_ENDPOINT_URL`, as the AWS command line and SDKs understand it.
final class Endpoint {
    private Endpoint() {}

    /// The endpoint; without one, the test is left out and says why.
    static URI required() {
        return Optional.ofNullable(System.getenv("AWS_ENDPOINT_URL")).filter(url -> !url.isBlank()).map(URI::create)
                .orElseGet(() -> abort("No emulator: AWS_ENDPOINT_URL is not set."
                        + " build/emulator/run starts one; the embedded servers' tests cover the same contracts"));
    }
}
