package io.sluice.start;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The jars within the runnable jar, in the order of the class path.
///
/// @param id    of their names and bytes together, which names the folder that they are unpacked to
/// @param files each jar
record Contents(String id, List<PackedFile> files) {
    /// The list within the jar: its id, then `<size> <name>` a line.
    static final String LIST = "META-INF/sluice/list";
    /// The jars' folder within the jar.
    static final String FOLDER = "META-INF/sluice/lib/";

    /// @param name  of the file
    /// @param bytes its size
    record PackedFile(String name, long bytes) {}

    Contents {
        files = List.copyOf(files);
    }

    static Contents read(InputStream list) throws IOException {
        List<String> lines = new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        List<PackedFile> files = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] words = line.split(" ", 2);
            files.add(new PackedFile(words[1], Long.parseLong(words[0])));
        }
        return new Contents(lines.getFirst(), files);
    }

    /// Whether `folder` holds all files in their sizes: a folder that was moved to its place at once, and from which
    /// nothing was taken since.
    boolean areIn(Path folder) throws IOException {
        for (PackedFile each : files) {
            Path file = folder.resolve(each.name());
            if (!Files.isRegularFile(file) || Files.size(file) != each.bytes()) {
                return false;
            }
        }
        return true;
    }
}
