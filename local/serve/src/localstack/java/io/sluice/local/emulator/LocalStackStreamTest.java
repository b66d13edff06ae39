package io.sluice.local.emulator;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/// A stream on LocalStack, in a container of its own. Left out where no Docker answers.
@Tag("localstack")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LocalStackStreamTest extends StreamContract {
    private static final DockerImageName IMAGE = DockerImageName.parse("localstack/localstack:4.12.0");

    private final LocalStackContainer localStack = new LocalStackContainer(IMAGE).withServices("s3", "dynamodb");

    @BeforeAll
    void begin() {
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(),
                "no Docker answers; EmbeddedStreamTest goes through the same steps");
        localStack.start();
    }

    @AfterAll
    void end() {
        localStack.stop();
    }

    @Override
    protected StreamServers servers(Path folder) {
        return OpenServers.on(localStack.getEndpoint());
    }
}
