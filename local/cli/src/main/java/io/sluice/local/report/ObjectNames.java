package io.sluice.local.report;

import java.util.regex.Pattern;

/// The file names of a stream's objects: `<stream>-<version>-<yyyy-MM-dd-HH-mm-ss>-<uuid><extension>`.
final class ObjectNames {
    private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private final Pattern name;

    ObjectNames(String stream) {
        this.name = Pattern.compile(Pattern.quote(stream) + "-\\d+-\\d{4}(?:-\\d{2}){5}-" + UUID + "[^/]*$");
    }

    /// The prefix of an object: its key without its name.
    String prefix(String key) {
        return name.matcher(key).replaceFirst("");
    }
}
