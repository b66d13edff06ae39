package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.UsageException;
import io.sluice.local.folder.StateFile;
import io.sluice.local.server.DurableFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A mark in a server's folder, from its start to its end, which tells a copy of the folder from the folder itself. A
/// copy that is made while a server is at work has its files from different moments, and lacks what was acknowledged in
/// between; nothing else in it says so.
///
/// The mark is an empty file, and beside it stands which file it is: its number in the file system and the time that
/// it was last changed. A copy has others of both. Either alone may change by other means, as by `chown` or on file
/// systems without lasting numbers, so that one that agrees is enough.
final class AtWork {
    private static final String MARK = "at-work";
    private static final String IDENTITY = "at-work.json";

    private final Path mark;
    private final Path identity;

    private AtWork(Path folder) {
        this.mark = folder.resolve(MARK);
        this.identity = folder.resolve(IDENTITY);
    }

    /// Marks a server's folder.
    ///
    /// @throws UsageException when the folder is a copy that was made while a server was at work
    static AtWork begin(Path folder) throws IOException {
        var mark = new AtWork(folder);
        mark.requireOwn(folder);
        try (FileChannel made = DurableFiles.open(mark.mark, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            made.force(true);
        }
        DurableFiles.forceFolder(folder);
        new StateFile(mark.identity).write(new ObjectMapper().createObjectNode().put("number", number(mark.mark))
                .put("changed", changed(mark.mark)));
        return mark;
    }

    private void requireOwn(Path folder) throws IOException {
        JsonNode made = new StateFile(identity).read().orElse(null);
        if (made == null) {
            return;
        }
        boolean isSame = Files.exists(mark) && (number(mark).equals(made.path("number").asText())
                || changed(mark).equals(made.path("changed").asText()));
        if (!isSame) {
            throw new UsageException("The folder " + folder + " is a copy that was made while ./sluice serve was at"
                    + " work in the original, or after it had been killed: what was acknowledged may be missing in it."
                    + " Copy a folder after its server has ended, or by POST /_sluice/snapshot; to go on with this copy"
                    + " as it is, delete " + identity);
        }
    }

    private static String number(Path file) throws IOException {
        return attribute(file, "unix:ino");
    }

    private static String changed(Path file) throws IOException {
        return attribute(file, "unix:ctime");
    }

    private static String attribute(Path file, String name) throws IOException {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? String.valueOf(Files.getAttribute(file, name))
                : String.valueOf(Files.getAttribute(file, "creationTime"));
    }

    /// Takes the mark away: all that the server knew is in the folder.
    void end() throws IOException {
        DurableFiles.delete(identity);
        DurableFiles.delete(mark);
    }

    /// Tells the files that are no part of a copy.
    static boolean isMark(Path file) {
        String name = file.getFileName().toString();
        return name.equals(MARK) || name.equals(IDENTITY);
    }
}
