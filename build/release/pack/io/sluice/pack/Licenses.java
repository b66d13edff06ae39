package io.sluice.pack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The licences of the jars of others, a folder for each jar: what it ships, or else what `build/licenses` has for it.
final class Licenses {
    private static final String FILE = "([^/]*(?:licen[cs]e|notice|copyright)[^/]*)";
    private static final Pattern SHIPPED = Pattern.compile("(?i)(?:META-INF/)?" + FILE);
    /// Beside the artifact's POM, for want of another.
    private static final Pattern SHIPPED_BY_MAVEN = Pattern.compile("(?i)META-INF/maven/[^/]+/[^/]+/" + FILE);
    private static final Pattern NAME = Pattern.compile("(.+?)-\\d.*\\.jar");
    private static final List<String> KNOWN = List.of("functions", "parquet", "release");
    private static final String APACHE = """
            %s
            The artifact ships no licence file; its POM names this licence.

            Licensed under the Apache License, Version 2.0. Its text is in LICENSE of what this is in.
            """;

    private final Path folder;

    Licenses(Path project) {
        this.folder = project.resolve("build/licenses");
    }

    /// @throws IOException also when a jar has none; all of them are named
    void collect(Path jars, List<String> names, Path target) throws IOException {
        List<String> apache = Files.readAllLines(folder.resolve("release/apache"));
        List<String> without = new ArrayList<>();
        for (String name : names) {
            String artifact = artifact(name);
            if (artifact.startsWith("sluice-")) {
                continue;
            }
            Path own = Files.createDirectories(target.resolve(name.substring(0, name.length() - ".jar".length())));
            boolean ships = shipped(jars.resolve(name), SHIPPED, own)
                    || shipped(jars.resolve(name), SHIPPED_BY_MAVEN, own);
            Optional<Path> known = known(artifact);
            if (known.isPresent()) {
                copy(known.get(), own);
            } else if (!ships && apache.contains(artifact)) {
                Files.writeString(own.resolve("LICENSE"), APACHE.formatted(artifact));
            } else if (!ships) {
                without.add(artifact);
            }
        }
        if (!without.isEmpty()) {
            throw new IOException("no licence is known of " + without + ": put it into " + folder
                    + "/release/<artifact>, or the name into " + folder + "/release/apache where it is that one");
        }
    }

    private static String artifact(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(name + " is no <artifact>-<version>.jar");
        }
        return matcher.group(1);
    }

    private static boolean shipped(Path jar, Pattern where, Path target) throws IOException {
        boolean any = false;
        try (var zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).map(ZipEntry.class::cast).toList()) {
                Matcher matcher = where.matcher(entry.getName());
                if (matcher.matches() && !entry.getName().endsWith(".class")) {
                    try (InputStream content = zip.getInputStream(entry)) {
                        Files.write(target.resolve(matcher.group(1)), content.readAllBytes());
                    }
                    any |= matcher.group(1).toLowerCase(Locale.ROOT).contains("licen");
                }
            }
        }
        return any;
    }

    private Optional<Path> known(String artifact) {
        return KNOWN.stream().map(each -> folder.resolve(each).resolve(artifact)).filter(Files::isDirectory)
                .findFirst();
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(from)) {
            files = all.toList();
        }
        for (Path each : files) {
            Files.write(to.resolve(each.getFileName()), Files.readAllBytes(each));
        }
    }
}
