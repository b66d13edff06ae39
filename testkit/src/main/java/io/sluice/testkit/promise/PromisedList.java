package io.sluice.testkit.promise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A list of `docs/reference/promised`, to which a test holds what the product has. A line is a promise: its subject,
/// ` = `, its meaning; lines that begin with `#` say what the list is of.
///
/// What the product has beyond the list must be listed too, for it is promised from the next release on. With
/// `-Dsluice.write=true` a test adds it. Nothing takes a line out or changes it but a hand.
public final class PromisedList {
    private static final String SEPARATOR = " = ";
    private static final String REQUIRED = "required";
    private static final String HOW = " Deprecate it instead: it works on, warns and names what replaces it until the"
            + " next major version (docs/reference/compatibility.md)";

    private final Path file;
    private final List<String> head;
    private final SortedMap<String, String> kept;

    private PromisedList(Path file, List<String> head, SortedMap<String, String> kept) {
        this.file = file;
        this.head = head;
        this.kept = kept;
    }

    /// The list of that name.
    ///
    /// @param project the folder of the checkout
    public static PromisedList read(Path project, String name) throws IOException {
        Path file = project.resolve("docs/reference/promised").resolve(name + ".txt");
        return of(file, Files.readAllLines(file));
    }

    static PromisedList of(Path file, List<String> lines) {
        SortedMap<String, String> kept = new TreeMap<>();
        for (String line : lines) {
            int at = line.indexOf(SEPARATOR);
            if (!line.startsWith("#")) {
                if (at < 0 || kept.put(line.substring(0, at), line.substring(at + SEPARATOR.length())) != null) {
                    throw new IllegalArgumentException(
                            file + ": \"" + line + "\" is not a subject, \" = \" and its meaning, each subject once");
                }
            }
        }
        return new PromisedList(file, lines.stream().filter(line -> line.startsWith("#")).toList(), kept);
    }

    /// Holds the product to the list, and adds to it what is new where the run is told to.
    ///
    /// @param product what it has: subjects and their meanings
    /// @throws AssertionError when a promise is broken, or something is not listed
    public void requireOf(Map<String, String> product) throws IOException {
        PromisedList list = Boolean.getBoolean("sluice.write") ? extended(product) : this;
        List<String> faults = list.faults(product);
        if (!faults.isEmpty()) {
            throw new AssertionError(file.getFileName() + ": " + faults.size() + " of what is promised:\n"
                    + String.join("\n", faults));
        }
    }

    /// What is broken, and what is not listed, in words.
    List<String> faults(Map<String, String> product) {
        List<String> faults = new ArrayList<>();
        kept.forEach((subject, meaning) -> {
            String now = product.get(subject);
            if (now == null) {
                faults.add("gone: " + subject + ", which is promised as \"" + meaning + "\"." + HOW);
            } else if (!now.equals(meaning)) {
                faults.add("changed: " + subject + ", which is promised as \"" + meaning + "\" and is \"" + now + "\"."
                        + HOW);
            }
        });
        new TreeMap<>(product).forEach((subject, meaning) -> {
            if (isDemand(subject, meaning, product)) {
                faults.add("demanded: " + subject + " is new and required, so that what works without it is refused."
                        + " Give it a default");
            } else if (!kept.containsKey(subject)) {
                faults.add("not listed: " + subject + SEPARATOR + meaning + ". Where it is to be promised, run this"
                        + " test with -Dsluice.write=true");
            }
        });
        return faults;
    }

    /// New, and needed by whoever uses what there was before.
    private boolean isDemand(String subject, String meaning, Map<String, String> product) {
        String parent = parent(subject);
        boolean isOfNew = product.containsKey(parent) && !kept.containsKey(parent);
        return !kept.isEmpty() && !kept.containsKey(subject) && meaning.startsWith(REQUIRED) && !isOfNew;
    }

    /// What something is a part of: its subject up to the last blank, dot or bracket before any parameters.
    private static String parent(String subject) {
        String name = subject.substring(0, subject.indexOf('(') < 0 ? subject.length() : subject.indexOf('('));
        return name.substring(0, Math.max(0, Math.max(name.lastIndexOf(' '), name.lastIndexOf('.'))));
    }

    /// The list with what is new, written; nothing that is required of who works without it.
    PromisedList extended(Map<String, String> product) throws IOException {
        SortedMap<String, String> all = new TreeMap<>(kept);
        product.forEach((subject, meaning) -> {
            if (!isDemand(subject, meaning, product)) {
                all.putIfAbsent(subject, meaning);
            }
        });
        List<String> lines = new ArrayList<>(head);
        all.forEach((subject, meaning) -> lines.add(subject + SEPARATOR + meaning));
        Files.write(file, lines);
        return new PromisedList(file, head, all);
    }
}
