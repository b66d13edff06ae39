package io.sluice.tables;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

/// Cases that are lines of a resource; blank lines and lines that start with `#` are none.
final class CaseTable {
    private CaseTable() {}

    static Stream<String> rows(String resource) {
        return text(resource).lines().filter(line -> !line.isBlank() && !line.startsWith("#"));
    }

    static String text(String resource) {
        try (InputStream in = Objects.requireNonNull(CaseTable.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + resource, e);
        }
    }
}
