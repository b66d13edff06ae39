package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReproducibleSynthesisTest {
    @Test
    void twoSynthesesOfOneConfigurationAreTheSameBytes() throws IOException {
        Map<String, String> deployed = deployed(Synthesis.of(Way.ENCRYPTED).folder());
        assertEquals(4, deployed.size(), deployed.keySet().toString());
        assertEquals(deployed, deployed(Synthesis.fresh(Way.ENCRYPTED).folder()));
    }

    /// Java's own immutable maps have another order in each process; a template that follows it is a deployment that
    /// changes nothing and updates everything.
    @ParameterizedTest
    @EnumSource(names = {"REPARTITIONED", "TABLES", "FIREHOSE_ON_EXISTING"})
    void anotherProcessSynthesisesTheSameBytes(Way way, @TempDir Path folder) throws Exception {
        Path context = folder.resolve("context.json");
        Synthesis.JSON.writeValue(context.toFile(), way.context());
        Path out = folder.resolve("cdk.out");
        ChildApp.run(folder, InAnotherProcess.class, context.toString(), out.toString());

        assertEquals(deployed(Synthesis.of(way).folder()), deployed(out));
    }

    /// The app, with the context of a file.
    static final class InAnotherProcess {
        private InAnotherProcess() {}

        public static void main(String[] arguments) throws IOException {
            Map<String, Object> context = new TreeMap<>();
            Synthesis.read(Path.of(arguments[0])).properties().forEach(
                    each -> context.put(each.getKey(), Synthesis.JSON.convertValue(each.getValue(), Object.class)));
            var app = Synthesis.app(Path.of(arguments[1]), context);
            SluiceApp.define(app);
            app.synth();
        }
    }

    private static Map<String, String> deployed(Path folder) throws IOException {
        var files = new TreeMap<String, String>();
        try (var all = Files.list(folder)) {
            for (var file : (Iterable<Path>) all::iterator) {
                var name = file.getFileName().toString();
                if (name.endsWith(".template.json") || name.endsWith(".assets.json")) {
                    files.put(name, Files.readString(file));
                }
            }
        }
        return files;
    }
}
