package io.sluice.lambda;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.GZIPInputStream;

/// A value of `SLUICE_CONFIG`: the configuration's JSON, or `gzip:` and its gzip in base64, or `file:` and a path.
public final class ConfigurationValue {
    /// The variable.
    public static final String NAME = "SLUICE_CONFIG";
    private static final String GZIP = "gzip:";
    private static final String FILE = "file:";

    private ConfigurationValue() {}

    /// The JSON that `value` stands for.
    ///
    /// @throws IOException              when its file or its gzip can't be read
    /// @throws IllegalArgumentException when it is no base64, or names no path
    public static byte[] json(String value) throws IOException {
        if (value.startsWith(FILE)) {
            return Files.readAllBytes(Path.of(value.substring(FILE.length())));
        }
        if (value.startsWith(GZIP)) {
            byte[] gzip = Base64.getDecoder().decode(value.substring(GZIP.length()));
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
                return in.readAllBytes();
            }
        }
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
