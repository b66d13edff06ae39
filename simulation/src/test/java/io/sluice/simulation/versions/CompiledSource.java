package io.sluice.simulation.versions;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Compiles classes of a version that was never made.
public final class CompiledSource {
    private CompiledSource() {}

    /// What this build's tests run with.
    public static String classPath() {
        return Objects.requireNonNull(System.getProperty("java.class.path"));
    }

    /// Compiles one source file by the classes of this build.
    ///
    /// @return the folder of its classes
    public static Path compile(Path folder, String file, String text) throws IOException {
        Path source = Files.writeString(folder.resolve(file), text);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean done = compiler.getTask(said, files, null,
                    List.of("-nowarn", "-proc:none", "-d", classes.toString(), "-cp", classPath()), null,
                    files.getJavaFileObjects(source)).call();
            if (!done) {
                throw new IllegalStateException(file + ": " + said);
            }
        }
        return classes;
    }
}
