package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With a module that reads nothing of the class path, as an automatic one of a JVM with an ahead-of-time cache. That
/// JVM itself is in `build/release/check`.
final class ReadabilityTest {
    @Test
    void aModuleReadsTheClassPathAfterwards(@TempDir Path folder) throws Exception {
        Class<?> inside = classOfAnOpenModule(folder);
        Module classPath = ReadabilityTest.class.getModule();
        assertFalse(inside.getModule().canRead(classPath));
        for (int i = 0; i < 2; i++) {
            Readability.give(inside, classPath);
            assertTrue(inside.getModule().canRead(classPath));
        }
    }

    private static Class<?> classOfAnOpenModule(Path folder) throws Exception {
        Path source = Files.createDirectories(folder.resolve("source/p"));
        Files.writeString(source.resolve("A.java"), "package p; public class A {}");
        Files.writeString(source.resolveSibling("module-info.java"), "open module m {}");
        Path classes = folder.resolve("classes");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(),
                source.resolve("A.java").toString(), source.resolveSibling("module-info.java").toString()));
        ModuleLayer boot = ModuleLayer.boot();
        var resolved = boot.configuration().resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("m"));
        var layer = ModuleLayer.defineModulesWithOneLoader(resolved, List.of(boot),
                ReadabilityTest.class.getClassLoader());
        return layer.layer().findLoader("m").loadClass("p.A");
    }
}
