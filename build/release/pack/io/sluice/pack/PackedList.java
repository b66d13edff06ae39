package io.sluice.pack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// The list of the jars within the runnable jar, as its start reads it: an id of all names and bytes, then size and
/// name of each, a line.
final class PackedList {
    private static final int ID_CHARS = 16;

    private PackedList() {}

    static String of(Path jars, List<String> names) throws IOException {
        var lines = new StringBuilder();
        MessageDigest all = sha256();
        for (String name : names) {
            byte[] bytes = Files.readAllBytes(jars.resolve(name));
            all.update(name.getBytes(StandardCharsets.UTF_8));
            all.update(sha256().digest(bytes));
            lines.append(bytes.length).append(' ').append(name).append('\n');
        }
        return HexFormat.of().formatHex(all.digest()).substring(0, ID_CHARS) + "\n" + lines;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
