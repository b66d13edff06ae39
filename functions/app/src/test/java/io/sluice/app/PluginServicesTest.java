package io.sluice.app;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.ingest.GzipTransformer;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class PluginServicesTest {
    @Test
    void aServiceIsFoundByItsName() {
        assertInstanceOf(GzipTransformer.class, find("gzip"));
    }

    @Test
    void anUnknownNameIsRefusedWithTheSettingTheKnownNamesAndTheRemedy() {
        String message = message("gzipp");
        assertTrue(message.startsWith("Sluice.Transformer: no RecordTransformer called 'gzipp'"), message);
        assertTrue(message.contains("gzip"), message);
        assertTrue(message.contains("META-INF/services/io.sluice.plugin.RecordTransformer"), message);
    }

    @Test
    void aNameThatTwoServicesShareIsRefused() {
        String message = refusal(
                () -> PluginServices.find(RecordTransformer.class, each -> "same", "same", "Sluice.Transformer"));
        assertTrue(message.contains("more than one RecordTransformer called 'same'"), message);
    }

    @Test
    void aServiceThatCannotBeLoadedIsRefusedWithTheSetting() {
        String message = refusal(
                () -> PluginServices.find(Unloadable.class, Object::toString, "any", "Sluice.Transformer"));
        assertTrue(message.startsWith("Sluice.Transformer: "), message);
        assertTrue(message.contains("io.sluice.app.NotThere"), message);
    }

    /// A transformer beside Sluice's own.
    public static final class Unchanged implements RecordTransformer {
        @Override
        public String name() {
            return "unchanged";
        }

        @Override
        public Transformed transform(byte[] record) {
            return Transformed.kept(record);
        }
    }

    /// A service whose provider file names a class that is not there.
    public interface Unloadable {}

    private static RecordTransformer find(String name) {
        return PluginServices.find(RecordTransformer.class, RecordTransformer::name, name, "Sluice.Transformer");
    }

    private static String message(String name) {
        return refusal(() -> find(name));
    }

    private static String refusal(Executable search) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, search).getMessage());
    }
}
