package io.sluice.config;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The rules that S3 has for names of general purpose buckets, which Firehose's own pattern for `BucketARN` does not
/// ask for. Source: "General purpose bucket naming rules" in S3's user guide.
final class BucketName {
    private static final int CHARS_MIN = 3;
    private static final int CHARS_MAX = 63;
    private static final Pattern CHARS = Pattern.compile("[a-z0-9.-]+");
    private static final Pattern ENDS = Pattern.compile("[a-z0-9](.*[a-z0-9])?");
    private static final Pattern IP_ADDRESS = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+");
    private static final List<String> PREFIXES = List.of("xn--", "sthree-", "amzn-s3-demo-");
    private static final List<String> SUFFIXES = List.of("-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3");

    private BucketName() {}

    /// Returns why no bucket can have the name, or nothing when one can.
    static Optional<String> problem(String name) {
        return reason(name).map(reason -> "S3 has no bucket of the name '" + name + "': " + reason);
    }

    private static Optional<String> reason(String name) {
        if (name.length() < CHARS_MIN || name.length() > CHARS_MAX) {
            return Optional
                    .of("it has " + name.length() + " characters, and a name has " + CHARS_MIN + " to " + CHARS_MAX);
        }
        if (!CHARS.matcher(name).matches()) {
            return Optional.of("a name consists of lower case letters, digits, dots and hyphens");
        }
        if (!ENDS.matcher(name).matches()) {
            return Optional.of("a name begins and ends with a letter or a digit");
        }
        if (name.contains("..")) {
            return Optional.of("it has two dots side by side");
        }
        if (IP_ADDRESS.matcher(name).matches()) {
            return Optional.of("it looks like an IP address");
        }
        Optional<String> prefix = PREFIXES.stream().filter(name::startsWith).findFirst();
        Optional<String> suffix = SUFFIXES.stream().filter(name::endsWith).findFirst();
        return prefix.map(kept -> "names that begin with " + kept + " are kept for S3 itself")
                .or(() -> suffix.map(kept -> "names that end with " + kept + " are kept for S3 itself"));
    }
}
