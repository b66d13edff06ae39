package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.config.DeployedSource.Balancer;
import io.sluice.deployment.StreamDefinition;
import io.sluice.firehose.SourceType;
import io.sluice.testkit.promise.PromisedList;
import io.sluice.testkit.promise.PublicApi;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Who has a stream in a CDK app of his own compiles it with the next version, and deploys the same resources: what
/// holds data keeps its logical id, by `SluiceStreamTest` and `StorageTest`.
final class PromisedConstructsTest {
    /// Public for the app's package alone; it is made of parts that may change.
    private static final String PIPELINE = SluicePipeline.class.getName();

    @Test
    void whatIsPromisedOfTheConstructsIsKept() throws IOException {
        Map<String, String> api = PublicApi.ofPackageOf(SluiceStream.class, getClass());
        api.keySet().removeIf(name -> name.startsWith(PIPELINE));
        for (Class<?> named : List.of(StreamDefinition.class, SourceType.class, Balancer.class)) {
            Map<String, String> all = PublicApi.of(named);
            String name = named.getCanonicalName();
            api.put(name, "a type");
            all.forEach((member, meaning) -> {
                if (meaning.matches("static (final )?" + Pattern.quote(name) + "( .*)?")) {
                    api.put(member, meaning);
                }
            });
        }
        assertEquals(List.of(), PublicApi.unpromised(api));
        PromisedList.read(Synthesis.TOP_LEVEL, "constructs").requireOf(api);
    }
}
