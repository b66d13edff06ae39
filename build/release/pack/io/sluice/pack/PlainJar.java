package io.sluice.pack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/// A jar whose bytes are those of its content: one time for all, and an order that the names make.
final class PlainJar implements AutoCloseable {
    /// The build's own (`project.build.outputTimestamp`).
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final JarOutputStream out;

    PlainJar(Path file) throws IOException {
        this.out = new JarOutputStream(Files.newOutputStream(file));
    }

    /// @param classPath file names beside the jar, separated by blanks; empty: the main class, as an agent of its own
    ///                  process, sees to it
    void manifest(String main, String version, String classPath) throws IOException {
        var manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, main);
        attributes.put(Attributes.Name.IMPLEMENTATION_TITLE, "Sluice");
        attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
        if (classPath.isEmpty()) {
            attributes.putValue("Launcher-Agent-Class", main);
        } else {
            attributes.put(Attributes.Name.CLASS_PATH, classPath);
        }
        begin(new ZipEntry("META-INF/MANIFEST.MF"));
        manifest.write(out);
        out.closeEntry();
    }

    void file(String name, Path content) throws IOException {
        bytes(name, Files.readAllBytes(content));
    }

    void text(String name, String content) throws IOException {
        bytes(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private void bytes(String name, byte[] content) throws IOException {
        begin(new ZipEntry(name));
        out.write(content);
        out.closeEntry();
    }

    /// All files under `folder`, each under `prefix`.
    void folder(String prefix, Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path each : files) {
            file(prefix + folder.relativize(each), each);
        }
    }

    /// What is compressed already, as it is.
    void stored(String name, Path content) throws IOException {
        byte[] bytes = Files.readAllBytes(content);
        var sum = new CRC32();
        sum.update(bytes);
        var entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(sum.getValue());
        begin(entry);
        out.write(bytes);
        out.closeEntry();
    }

    private void begin(ZipEntry entry) throws IOException {
        entry.setTimeLocal(TIME);
        out.putNextEntry(entry);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
