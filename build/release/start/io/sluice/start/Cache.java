package io.sluice.start;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Where the jars are unpacked to: a folder of the user's that later starts find, or, where there is none to write to,
/// one that goes with the process. Never one that other users can write to: what lies there is run.
///
/// @param folder of this user, absolute; empty: there is none
record Cache(Optional<Path> folder) {
    private static final String NEW = "jar-new-";
    private static final Duration UNPACKING_MAX = Duration.ofHours(1);

    /// What is within the jar under a name.
    @FunctionalInterface
    interface Packed {
        InputStream open(String name) throws IOException;
    }

    /// `SLUICE_CACHE`, `sluice` in `XDG_CACHE_HOME`, or `.cache/sluice` in the user's home.
    static Cache of(Map<String, String> environment, Optional<Path> home) {
        return new Cache(absolute(environment, "SLUICE_CACHE")
                .or(() -> absolute(environment, "XDG_CACHE_HOME").or(() -> home.map(each -> each.resolve(".cache")))
                        .map(each -> each.resolve("sluice"))));
    }

    private static Optional<Path> absolute(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable)).map(Path::of).filter(Path::isAbsolute);
    }

    /// The folder that has all of `contents`, unpacked if need be.
    ///
    /// @throws UnpackException when it can be unpacked nowhere
    Path folder(Contents contents, Packed packed) {
        if (folder.isPresent()) {
            try {
                return kept(folder.get(), contents, packed);
            } catch (IOException e) {
                System.err.println("sluice: warning: the jars can't be kept in " + folder.get() + ": " + e
                        + "; they are unpacked at each start. SLUICE_CACHE names another folder");
            }
        }
        return passing(contents, packed);
    }

    /// In a place that several processes may fill at once: each fills a folder of its own, and moves it there.
    private static Path kept(Path cache, Contents contents, Packed packed) throws IOException {
        Path place = cache.resolve("jar-" + contents.id());
        if (contents.areIn(place)) {
            return place;
        }
        Files.createDirectories(cache);
        removeLeft(cache);
        Path filled = Files.createTempDirectory(cache, NEW);
        try {
            unpack(contents, packed, filled);
            if (!contents.areIn(place)) {
                putAside(place, cache);
                Files.move(filled, place, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (FileSystemException e) {
            // Another process was quicker, or there is no room.
            if (!contents.areIn(place)) {
                throw e;
            }
        } finally {
            remove(filled);
        }
        return place;
    }

    /// Removes what a process left that was killed while it unpacked: nothing needs an hour for it.
    private static void removeLeft(Path cache) throws IOException {
        List<Path> left;
        try (Stream<Path> all = Files.list(cache)) {
            left = all.filter(each -> each.getFileName().toString().startsWith(NEW)).toList();
        }
        for (Path each : left) {
            if (Files.getLastModifiedTime(each).toInstant().isBefore(Instant.now().minus(UNPACKING_MAX))) {
                remove(each);
            }
        }
    }

    /// Moves away what lacks a file; whoever runs from it keeps what it has open.
    private static void putAside(Path place, Path cache) throws IOException {
        if (Files.exists(place)) {
            Path aside = Files.createTempDirectory(cache, NEW);
            Files.move(place, aside.resolve("jar"), StandardCopyOption.ATOMIC_MOVE);
            remove(aside);
        }
    }

    private static Path passing(Contents contents, Packed packed) {
        try {
            Path own = Files.createTempDirectory("sluice-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> removeQuietly(own)));
            unpack(contents, packed, own);
            return own;
        } catch (IOException e) {
            throw new UnpackException("the jars can't be unpacked in the folder for temporary files, "
                    + System.getProperty("java.io.tmpdir") + ": " + e
                    + "; set SLUICE_CACHE to a folder that this user may write to", e);
        }
    }

    private static void unpack(Contents contents, Packed packed, Path folder) throws IOException {
        for (Contents.PackedFile each : contents.files()) {
            try (InputStream from = packed.open(each.name())) {
                Files.copy(from, folder.resolve(each.name()));
            }
        }
    }

    private static void removeQuietly(Path folder) {
        try {
            remove(folder);
        } catch (IOException e) {
            System.err.println("sluice: warning: " + folder + " stays: " + e);
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
