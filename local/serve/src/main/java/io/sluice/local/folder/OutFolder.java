package io.sluice.local.folder;

import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// The folder that `--out` names, wherever the process was started and however it is spelled: everything that works in
/// it takes this type, so that no relative path or link gets further than the command line.
///
/// @param name as the user wrote it, for messages and reports
/// @param path the same folder, absolute and without links, `.` or `..`; it may be absent
public record OutFolder(String name, Path path) {
    /// The file in a folder that is the state of a run into a bucket: JSON, with the address as [#PLACE].
    public static final String DESTINATION = ".sluice-destination";
    /// A member of [#DESTINATION].
    public static final String PLACE = "place";

    public OutFolder {
        if (!path.isAbsolute() || !path.equals(path.normalize())) {
            throw new IllegalArgumentException(path + " is not absolute, or has names that mean other folders");
        }
    }

    /// Resolves `name` as the operating system does: a `..` after a link is above the link's target.
    ///
    /// @throws UsageException when it is empty, no path, a file, a link without a target, or links that lead to
    ///     themselves
    public static OutFolder of(String name) {
        if (name.isBlank()) {
            throw new UsageException("--out is empty; name a folder with it");
        }
        if (name.contains("://")) {
            throw new UsageException(
                    "The folder " + name + " of --out is an address, and this command works in a folder"
                            + " of this machine; name one with --out");
        }
        try {
            Path path = real(Path.of(name));
            if (Files.exists(path) && !Files.isDirectory(path)) {
                throw new UsageException("The folder " + name + " of --out is a file; name a folder with --out");
            }
            new StateFile(path.resolve(DESTINATION)).read().ifPresent(run -> {
                throw new UsageException("The folder " + name + " is the state of a run into "
                        + run.path(PLACE).asText() + "; name that with --out");
            });
            return new OutFolder(name, path);
        } catch (InvalidPathException | IOException e) {
            throw new UsageException("The folder " + name + " of --out can't be found: " + e.getMessage());
        }
    }

    /// The folder of this machine that has the state of a run into `address`; it may be absent.
    ///
    /// @throws UsageException as [#of]
    public static OutFolder ofState(String address, Path folder) {
        try {
            return new OutFolder(address + " (state in " + folder + ")", real(folder));
        } catch (IOException e) {
            throw new UsageException("The folder " + folder + " of the state of a run into " + address
                    + " can't be found: " + e.getMessage());
        }
    }

    private static Path real(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        Path real = absolute.getRoot();
        for (Path name : absolute) {
            real = switch (name.toString()) {
                case "." -> real;
                case ".." -> real.getParent() == null ? real : real.getParent();
                default -> target(real.resolve(name));
            };
        }
        return real;
    }

    /// Returns the path that `path` leads to; itself when it is absent.
    private static Path target(Path path) throws IOException {
        if (!Files.isSymbolicLink(path)) {
            return path;
        }
        if (Files.notExists(path)) {
            throw new IOException(path + " is a link whose target is not there");
        }
        return path.toRealPath();
    }

    /// Returns the path of `name` in the folder.
    public Path resolve(String name) {
        return path.resolve(name);
    }

    /// Returns the path of `child` in the folder, as the user would write it.
    public Path shown(String child) {
        return Path.of(name).resolve(child);
    }

    /// As the user wrote it.
    @Override
    public String toString() {
        return name;
    }
}
