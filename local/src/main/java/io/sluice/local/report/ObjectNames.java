package io.sluice.local.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The file names of a stream's objects: `<stream>-<version>-<yyyy-MM-dd-HH-mm-ss>-<uuid><extension>`.
public final class ObjectNames {
    private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private final Pattern name;
    private final Pattern unfinished;

    public ObjectNames(String stream) {
        String whole = Pattern.quote(stream) + "-\\d+-\\d{4}(?:-\\d{2}){5}-" + UUID + "[^/]*";
        this.name = Pattern.compile(whole + "$");
        this.unfinished = Pattern.compile(".*" + whole + "-" + UUID);
    }

    /// The prefix of an object: its key without its name.
    String prefix(String key) {
        return name.matcher(key).replaceFirst("");
    }

    /// Whether a file of that name is what an S3 server that was killed left of an object.
    public boolean isUnfinished(String file) {
        return unfinished.matcher(file).matches();
    }

    /// Deletes what an S3 server that was killed left in `bucket` of objects that it was writing: files with the name
    /// of an object and one more UUID. They may hold a whole object's bytes, which are delivered under its own name
    /// too.
    public void deleteUnfinished(Path bucket) throws IOException {
        if (!Files.isDirectory(bucket)) {
            return;
        }
        List<Path> leftOver;
        try (Stream<Path> files = Files.walk(bucket)) {
            leftOver = files.filter(file -> isUnfinished(file.getFileName().toString())).toList();
        }
        for (Path file : leftOver) {
            Files.delete(file);
        }
    }
}
