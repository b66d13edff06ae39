package io.sluice.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.testkit.promise.PromisedList;
import io.sluice.testkit.promise.PublicApi;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests that use the extension compile and run with the next version.
final class PromisedExtensionTest {
    @Test
    void whatIsPromisedOfTheExtensionIsKept() throws IOException {
        Map<String, String> api = PublicApi.ofPackageOf(LocalFirehose.class, getClass());
        assertEquals(List.of(), PublicApi.unpromised(api));
        PromisedList.read(Path.of(".."), "junit").requireOf(api);
    }
}
