package io.sluice.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A mistake in the product's sources, as an engineer could make it: of a list that was written by reading them alone,
/// without a look at the simulation.
///
/// @param mistake in words
/// @param file    from the project's folder
/// @param harm    what becomes of records: they are lost, doubled, misplaced or destroyed, something is claimed that
///        is not so, or nothing goes on
/// @param before  lines of the file, which has them once
/// @param after   lines in their place
record PlantedSource(String mistake, String file, String harm, String before, String after) {
    private static final String LIST = "planted.txt";
    private static final Pattern ENTRY = Pattern.compile(
            "mistake: ([^\\n]+)\\nfile: ([^\\n]+)\\nharm: ([^\\n]+)\\n<<<\\n(.*?)\\n===\\n(.*?)>>>\\n", Pattern.DOTALL);

    /// The list.
    static List<PlantedSource> all() {
        String text = text();
        List<PlantedSource> all = new ArrayList<>();
        Matcher entries = ENTRY.matcher(text);
        while (entries.find()) {
            all.add(new PlantedSource(entries.group(1), entries.group(2), entries.group(3), entries.group(4) + "\n",
                    entries.group(5)));
        }
        return all;
    }

    private static String text() {
        try (InputStream in = Objects.requireNonNull(PlantedSource.class.getResourceAsStream(LIST), LIST)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(LIST, e);
        }
    }

    /// The file with the mistake.
    ///
    /// @param project the folder of the checkout
    /// @throws IllegalStateException when the file does not have the lines, or not once
    String planted(Path project) throws IOException {
        String text = Files.readString(project.resolve(file));
        int at = text.indexOf(before);
        if (at < 0 || text.indexOf(before, at + 1) >= 0) {
            throw new IllegalStateException("'" + mistake + "' can't be planted: " + file
                    + (at < 0 ? " has not" : " has more than once") + " the lines that it replaces");
        }
        return text.substring(0, at) + after + text.substring(at + before.length());
    }
}
