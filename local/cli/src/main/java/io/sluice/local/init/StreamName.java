package io.sluice.local.init;

import java.nio.file.Path;
import java.util.Locale;

/// Names out of a sample's.
public final class StreamName {
    private static final int STREAM_MAX = 64;
    private static final int BUCKET_MIN = 3;
    private static final int BUCKET_MAX = 63;
    private static final String NAMELESS = "stream";

    private StreamName() {}

    /// A stream's, of a file's, folder's or object's: without what comes after its first dot.
    public static String of(String input) {
        Path file = Path.of(input.replaceFirst("^s3://", "/").replaceFirst("\\*$", "")).toAbsolutePath().normalize()
                .getFileName();
        String name = input.equals("-") || file == null ? NAMELESS : file.toString();
        String plain = name.replaceFirst("(?<=.)\\..*", "").replaceAll("[^A-Za-z0-9_-]+", "-")
                .replaceAll("^[-_]+|[-_]+$", "");
        String cut = plain.substring(0, Math.min(plain.length(), STREAM_MAX));
        return cut.isEmpty() ? NAMELESS : cut;
    }

    /// A bucket's, of a stream's.
    public static String bucket(String stream) {
        String plain = stream.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]+", "-");
        String cut = plain.substring(0, Math.min(plain.length(), BUCKET_MAX)).replaceAll("^-+|-+$", "");
        return cut.length() < BUCKET_MIN ? cut + (cut.isEmpty() ? "data" : "-data") : cut;
    }
}
