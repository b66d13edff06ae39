package io.sluice.local.verify;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The key that a file of a bucket's folder stands for, by the way back of `docs/decisions/0058-keys-as-files.md`.
final class KeyOfFile {
    private static final String MARK = "%%";

    private KeyOfFile() {}

    /// The names of folders and file with slashes between them, encoded ones as the text that they stand for: whatever
    /// else a name has in it, a backslash too, is the key's own.
    static String of(Path bucket, Path file) {
        List<String> segments = new ArrayList<>();
        String begun = "";
        for (Path each : bucket.relativize(file)) {
            String name = each.toString();
            if (!name.startsWith(MARK)) {
                segments.add(begun + name);
                begun = "";
                continue;
            }
            String encoded = name.substring(MARK.length());
            if (encoded.endsWith("%")) {
                begun += encoded.substring(0, encoded.length() - 1);
            } else {
                segments.add(text(begun + encoded, name));
                begun = "";
            }
        }
        return String.join("/", segments);
    }

    /// A name that nothing is encoded as is somebody's own.
    private static String text(String encoded, String name) {
        try {
            return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return name;
        }
    }
}
