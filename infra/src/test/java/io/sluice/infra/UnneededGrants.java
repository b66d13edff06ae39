package io.sluice.infra;

import io.sluice.infra.iam.Grant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What roles are allowed though no recorded call needs it, each with the reason: `unneeded-grants.txt`.
final class UnneededGrants {
    private static final Pattern LINE = Pattern.compile("(\\S+) (\\S+) (\\S+): (.+)");

    private UnneededGrants() {}

    static Map<Grant, String> read() {
        Map<Grant, String> reasons = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(Synthesis.configuration("unneeded-grants.txt"))) {
                var read = LINE.matcher(line);
                if (!read.matches()) {
                    throw new AssertionError("not \"function action resource: reason\": " + line);
                }
                reasons.put(new Grant(read.group(1), read.group(2), read.group(3)), read.group(4));
            }
            return reasons;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
