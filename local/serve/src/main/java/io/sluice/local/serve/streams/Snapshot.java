package io.sluice.local.serve.streams;

import io.sluice.local.folder.CatalogFolder;
import io.sluice.local.folder.FolderLock;
import io.sluice.local.folder.LakeState;
import io.sluice.local.folder.ServerState;
import io.sluice.local.server.DurableFiles;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A copy of a server's folder at one moment, under its name once it is whole.
///
/// While nothing is staged and no run is under way the server's state is copied, journals' points before their files:
/// what a journal takes meanwhile lies behind the point, and is there or not. Objects are only listed then, and copied
/// when work goes on: they never change, and none that comes later is taken along.
final class Snapshot {
    /// What jobs know of the objects, and the landing logs of runs that are finished. The server has the folder's lock:
    /// no job is at work.
    private static final List<String> KEPT = List.of(LakeState.RETENTION, LakeState.REPARTITION, LakeState.LANDINGS);

    private final Path out;
    private final Path to;
    private final Path incomplete;
    private final List<Path> objects = new ArrayList<>();

    /// @param out the server's folder
    /// @param to  where the copy is to be
    /// @throws IOException when something is there, or it lies in the folder that is copied
    Snapshot(Path out, Path to) throws IOException {
        this.out = out.toRealPath();
        this.to = to;
        Path name = to.getFileName();
        if (!to.isAbsolute() || name == null || !Files.isDirectory(DurableFiles.parent(to))) {
            throw new IOException("a snapshot is made in a folder that is there: name an absolute path in one, not "
                    + to);
        }
        if (Files.exists(to) || DurableFiles.parent(to).toRealPath().startsWith(this.out)) {
            throw new IOException("a snapshot is made where nothing is, outside of " + out + ", and not at " + to);
        }
        this.incomplete = to.resolveSibling(name + ".incomplete");
    }

    /// Copies the state, while nothing changes it but journals that grow.
    void copyState() throws IOException {
        if (Files.exists(incomplete)) {
            Folders.delete(incomplete);
        }
        DurableFiles.makeFolder(incomplete.resolve(ServerState.FOLDER));
        Path state = out.resolve(ServerState.FOLDER);
        for (Path point : files(state).stream().filter(Snapshot::isPoint).toList()) {
            copy(point);
        }
        Map<Path, FileTime> copied = new LinkedHashMap<>();
        for (Path file : files(state).stream().filter(each -> !isPoint(each)).toList()) {
            copied.put(file, Files.getLastModifiedTime(file));
            copy(file);
        }
        for (Map.Entry<Path, FileTime> each : copied.entrySet()) {
            if (!isOfJournal(each.getKey()) && !Files.getLastModifiedTime(each.getKey()).equals(each.getValue())) {
                throw new IOException(each.getKey() + " was changed while it was copied; try again");
            }
        }
        for (String kept : KEPT) {
            if (Files.isDirectory(out.resolve(kept))) {
                for (Path file : files(out.resolve(kept))) {
                    copy(file);
                }
            }
        }
        try (var all = Files.list(out)) {
            for (Path bucket : all.filter(each -> Files.isDirectory(each) && !each.equals(state)
                    && !each.getFileName().toString().startsWith(".") && !isCatalog(each)).toList()) {
                objects.addAll(files(bucket));
            }
        }
    }

    /// It names files of this folder, and none of the copy's: there it is made again.
    private boolean isCatalog(Path folder) {
        return folder.equals(out.resolve(CatalogFolder.NAME)) && Files.exists(folder.resolve(CatalogFolder.FILE));
    }

    private static boolean isPoint(Path file) {
        return file.getFileName().toString().equals(StreamFolders.POINT);
    }

    private static boolean isOfJournal(Path file) {
        return String.valueOf(DurableFiles.parent(file).getFileName()).equals(StreamFolders.JOURNAL);
    }

    /// Copies the objects that were there then, and gives the copy its name.
    ///
    /// @return how many objects there are in it
    int copyObjects() throws IOException {
        int copied = 0;
        for (Path object : objects) {
            try {
                copy(object);
                copied++;
            } catch (NoSuchFileException e) {
                if (Files.exists(object)) {
                    throw e;
                }
                // Its retention has removed it meanwhile.
            }
        }
        DurableFiles.rename(incomplete, to);
        return copied;
    }

    /// Removes what a copy left that failed.
    void discard() throws IOException {
        if (Files.exists(incomplete)) {
            Folders.delete(incomplete);
        }
    }

    /// Whatever links lead to is there for every reader, and so is copied. A link to a folder above it fails the copy.
    private static List<Path> files(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (attributes.isRegularFile() && !AtWork.isMark(file)
                                && !file.getFileName().toString().equals(FolderLock.FILE)) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                            throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return files;
    }

    private void copy(Path file) throws IOException {
        Path copy = incomplete.resolve(out.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
    }
}
