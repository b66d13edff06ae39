package io.sluice.local.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// Decides which S3 keys a folder can hold under their own names. S3 takes any text as a key; a file system does not,
/// and one that bends a name (`..`, letter case) would put an object where its key does not say. Thread-safe.
final class FileKeys {
    /// The longest file name of the usual file systems, in bytes of UTF-8.
    private static final int NAME_BYTES_MAX = 255;
    /// While an object is written its file has a dash and a UUID after its name.
    private static final int WRITING_SUFFIX_BYTES = 37;
    private static final int PATH_BYTES_MAX = 4_096;

    private final Path root;

    /// @param root the folder that holds the buckets
    FileKeys(Path root) {
        this.root = root;
    }

    /// Where the objects of `bucket` are.
    Path folder(String bucket) {
        return root.resolve(bucket);
    }

    /// Why `key` can't be a file in `bucket`'s folder, or nothing when it can.
    Optional<String> problem(String bucket, String key) {
        if (key.isEmpty() || key.endsWith("/")) {
            return Optional.of("it ends in '/', so it has no file name");
        }
        if (bytes(root.toString()) + bytes(bucket) + bytes(key) + WRITING_SUFFIX_BYTES + 2 > PATH_BYTES_MAX) {
            return Optional.of("its path is longer than " + PATH_BYTES_MAX + " bytes");
        }
        String[] names = key.split("/", -1);
        Path folder = root.resolve(bucket);
        for (int i = 0; i < names.length; i++) {
            Optional<String> problem = nameProblem(names[i], i == names.length - 1);
            if (problem.isPresent()) {
                return problem;
            }
            folder = folder.resolve(names[i]);
            problem = placeProblem(folder, names[i], i == names.length - 1);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> nameProblem(String name, boolean last) {
        if (name.isEmpty()) {
            return Optional.of("it has an empty folder name ('//', or a '/' at its start)");
        }
        if (name.equals(".") || name.equals("..")) {
            return Optional.of("the folder name '" + name + "' means another folder");
        }
        if (name.indexOf('\0') >= 0) {
            return Optional.of("it has a NUL character");
        }
        int bytesMax = last ? NAME_BYTES_MAX - WRITING_SUFFIX_BYTES : NAME_BYTES_MAX;
        if (bytes(name) > bytesMax) {
            return Optional
                    .of("the name '" + name.substring(0, 24) + "…' has " + bytes(name) + " bytes, and " + bytesMax
                            + " are the most");
        }
        return Optional.empty();
    }

    /// A file where a folder is needed, a folder where a file is, or a file system that takes two names for one.
    private static Optional<String> placeProblem(Path path, String name, boolean last) {
        try {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty();
            }
            if (last == Files.isDirectory(path)) {
                return Optional.of(last
                        ? "there is a folder of that name: another object's key continues it with '/'"
                        : "'" + name + "' is already an object, and can't be a folder too");
            }
            String stored = path.toRealPath(LinkOption.NOFOLLOW_LINKS).getFileName().toString();
            if (!stored.equals(name)) {
                return Optional.of("the file system takes '" + name + "' and '" + stored + "' for the same name");
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("the file system refuses it: " + e);
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
