package io.sluice.testkit.promise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.jq.JqProgram;
import io.sluice.plugin.RecordTransformer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Who calls jq as a library, and whose plug-in runs in a stream, compiles and links as before.
final class PromisedLibrariesTest {
    private static final Path PROJECT = Path.of("..");

    @Test
    void whatIsPromisedOfJqIsKept() throws IOException {
        PromisedList.read(PROJECT, "jq").requireOf(PublicApi.ofPackageOf(JqProgram.class, getClass()));
    }

    @Test
    void whatIsPromisedOfPluginsIsKept() throws IOException {
        PromisedList.read(PROJECT, "plugin").requireOf(PublicApi.ofPackageOf(RecordTransformer.class, getClass()));
    }

    /// What stands in a promised signature must be promised itself.
    @Test
    void noPromiseNamesAnInternalType() throws IOException {
        for (Class<?> type : List.of(JqProgram.class, RecordTransformer.class)) {
            Map<String, String> api = PublicApi.ofPackageOf(type, getClass());
            assertEquals(List.of(), PublicApi.unpromised(api), type::getPackageName);
        }
    }
}
