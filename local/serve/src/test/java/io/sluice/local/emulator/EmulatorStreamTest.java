package io.sluice.local.emulator;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/// A stream on the emulator at `AWS_ENDPOINT_URL`.
@Tag("emulator")
final class EmulatorStreamTest extends StreamContract {
    @Override
    protected StreamServers servers(Path folder) {
        return OpenServers.on(Endpoint.required());
    }
}
