package io.sluice.lean;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/// A jar in memory: its entries by name, and those of them that are classes.
///
/// What lies in `META-INF/versions` counts as what any entry is, not as a class: the JVM takes it for another's place,
/// and it is never left out.
public final class WholeJar {
    private static final String CLASS = ".class";

    private final SortedMap<String, byte[]> entries;
    private final Map<String, Type> types = new HashMap<>();

    private WholeJar(SortedMap<String, byte[]> entries) {
        this.entries = entries;
        entries.forEach((name, bytes) -> {
            if (name.endsWith(CLASS) && !name.startsWith("META-INF/")) {
                ClassModel model = ClassFile.of().parse(bytes);
                types.put(model.thisClass().asInternalName(), Type.of(model));
            }
        });
    }

    /// Reads a jar; folders are no entries.
    public static WholeJar read(Path file) throws IOException {
        var entries = new TreeMap<String, byte[]>();
        try (var jar = new JarFile(file.toFile())) {
            for (JarEntry entry : jar.stream().filter(each -> !each.isDirectory()).toList()) {
                try (var in = jar.getInputStream(entry)) {
                    entries.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return new WholeJar(entries);
    }

    /// A jar of these entries.
    public static WholeJar of(Map<String, byte[]> entries) {
        return new WholeJar(new TreeMap<>(entries));
    }

    /// Content by name, in the order of the names.
    public SortedMap<String, byte[]> entries() {
        return entries;
    }

    /// The classes.
    public Collection<Type> types() {
        return types.values();
    }

    /// A class by its internal name, as in `java/lang/Object`; empty where the jar has none of it.
    public Optional<Type> type(String name) {
        return Optional.ofNullable(types.get(name));
    }

    /// Whether the jar has the class.
    public boolean holds(String name) {
        return types.containsKey(name);
    }

    /// The lines of a text, without comments and blanks.
    static List<String> lines(byte[] text) {
        return new String(text, UTF_8).lines()
                .map(line -> line.replaceFirst("#.*", "").strip()).filter(line -> !line.isEmpty()).toList();
    }
}
