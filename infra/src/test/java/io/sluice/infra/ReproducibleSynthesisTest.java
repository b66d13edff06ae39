package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
final class ReproducibleSynthesisTest {
    @Test
    void twoSynthesesOfOneConfigurationAreTheSameBytes() throws IOException {
        Map<String, String> deployed = deployed(Synthesis.of(Way.ENCRYPTED).folder());
        assertEquals(4, deployed.size(), deployed.keySet().toString());
        assertEquals(deployed, deployed(Synthesis.fresh(Way.ENCRYPTED).folder()));
    }

    /// Java's own immutable maps have another order in each process; a template that follows it is a deployment that
    /// changes nothing and updates everything.
    @Test
    void anotherProcessSynthesisesTheSameBytes(@TempDir Path folder) throws Exception {
        List<Way> ways = List.of(Way.REPARTITIONED, Way.TABLES, Way.FIREHOSE_ON_EXISTING);
        for (Way way : ways) {
            Synthesis.JSON.writeValue(folder.resolve(way + ".json").toFile(), way.context());
        }
        ChildApp.run(folder, InAnotherProcess.class, ways.stream().map(Way::name).toArray(String[]::new));

        for (Way way : ways) {
            assertEquals(deployed(Synthesis.of(way).folder()), deployed(folder.resolve(way.name())), way::name);
        }
    }

    /// The app, for each way with the context of a file, into a folder of its name.
    static final class InAnotherProcess {
        private InAnotherProcess() {}

        public static void main(String[] ways) throws IOException {
            for (String way : ways) {
                Map<String, Object> context = new TreeMap<>();
                Synthesis.read(Path.of(way + ".json")).properties().forEach(each -> context.put(each.getKey(),
                        Synthesis.JSON.convertValue(each.getValue(), Object.class)));
                var app = Synthesis.app(Path.of(way), context);
                SluiceApp.define(app);
                app.synth();
            }
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
