package io.sluice.local.emulator;

import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import software.amazon.awssdk.services.s3.S3Client;

/// What an emulator is asked for, of the embedded servers.
final class EmbeddedStreamTest extends StreamContract {
    private record Embedded(EmbeddedServices services, S3Client s3) implements StreamServers {
        @Override
        public Map<String, String> environment() {
            return services.environment();
        }

        @Override
        public void close() {
            s3.close();
            services.close();
        }
    }

    @Override
    protected StreamServers servers(Path folder) throws IOException {
        var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"), "quakes");
        return new Embedded(services, services.s3Client());
    }
}
