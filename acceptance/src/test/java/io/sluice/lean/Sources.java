package io.sluice.lean;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Compiles small programs in memory.
final class Sources {
    private Sources() {}

    /// A jar of the classes of these sources.
    ///
    /// @param sources by the names of their types, as in `app.Main`
    /// @param texts   other entries
    static WholeJar jar(Map<String, String> sources, Map<String, String> texts) throws Exception {
        Map<String, ByteArrayOutputStream> classes = new TreeMap<>();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var errors = new StringWriter();
        try (var standard = compiler.getStandardFileManager(null, null, UTF_8);
                var files = new ForwardingJavaFileManager<JavaFileManager>(standard) {
                    @Override
                    public JavaFileObject getJavaFileForOutput(Location location, String name,
                            JavaFileObject.Kind kind, javax.tools.FileObject sibling) {
                        return output(name, classes);
                    }
                }) {
            List<JavaFileObject> inputs = sources.entrySet().stream()
                    .map(each -> input(each.getKey(), each.getValue())).toList();
            assertTrue(compiler.getTask(errors, files, null, List.of("-proc:none"), null, inputs).call(),
                    errors::toString);
        }
        Map<String, byte[]> entries = classes.entrySet().stream().collect(
                Collectors.toMap(each -> each.getKey().replace('.', '/') + ".class", each -> each.getValue()
                        .toByteArray()));
        texts.forEach((name, text) -> entries.put(name, text.getBytes(UTF_8)));
        return WholeJar.of(entries);
    }

    private static JavaFileObject input(String name, String source) {
        return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".java"),
                JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    private static JavaFileObject output(String name, Map<String, ByteArrayOutputStream> classes) {
        return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"),
                JavaFileObject.Kind.CLASS) {
            @Override
            public OutputStream openOutputStream() {
                var bytes = new ByteArrayOutputStream();
                classes.put(name, bytes);
                return bytes;
            }
        };
    }
}
