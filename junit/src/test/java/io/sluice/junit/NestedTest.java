package io.sluice.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Classes nested in a test's share its server.
final class NestedTest {
    @RegisterExtension
    static final LocalFirehose FIREHOSE = LocalFirehose.with(Path.of("src/test/resources/io/sluice/junit/stream.json"));
    private static URI endpoint = URI.create("");

    @BeforeAll
    static void remember() {
        endpoint = FIREHOSE.endpoint();
    }

    @Nested
    final class One {
        @Test
        void hasTheServerOfTheOuterClass() {
            assertEquals(endpoint, FIREHOSE.endpoint());
        }
    }

    @Nested
    final class Another {
        @Test
        void hasItToo() {
            assertEquals(endpoint, FIREHOSE.endpoint());
        }
    }
}
