package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;

/// Somebody else's app, without a flag of Sluice's own `cdk.json`, and with cdk-nag over it.
public final class OwnApp {
    private OwnApp() {}

    public static Deployed synthesise(Consumer<App> stacks) {
        try {
            return Deployed.read(folder(stacks));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Path folder(Consumer<App> stacks) {
        App app = Synthesis.app(Map.of());
        stacks.accept(app);
        Aspects.of(app).add(new AwsSolutionsChecks());
        return Path.of(app.synth().getDirectory());
    }

    /// Asserts that an app of such stacks is refused, with `reason` in the explanation.
    public static void assertRefused(String reason, Consumer<App> stacks) {
        var refusal = assertThrows(DeploymentException.class, () -> folder(stacks)).explanation();
        assertTrue(refusal.contains(reason), refusal);
    }

    /// A stream of delivery `buffer`.
    public static StreamDefinition buffer(String name) {
        return named("buffer.json", name);
    }

    /// A configuration of the tests under another name.
    public static StreamDefinition named(String configuration, String name) {
        var json = Synthesis.read(Synthesis.configuration(configuration));
        ((ObjectNode) json).put("DeliveryStreamName", name);
        return StreamDefinition.parse(json.toString());
    }
}
