package io.sluice.local.folder;

import io.sluice.local.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Another process that takes a folder: a lock that this process has tells nothing about a lock between two.
final class LockingProcess {
    private LockingProcess() {}

    /// Holds the folder until its input ends; or, with a number, takes it and lets it go that often, and fails when it
    /// finds somebody else in it.
    public static void main(String[] arguments) throws IOException {
        OutFolder folder = OutFolder.of(arguments[0]);
        if (arguments.length > 1) {
            for (int i = 0; i < Integer.parseInt(arguments[1]);) {
                i += enter(folder) ? 1 : 0;
            }
            System.out.println("done");
            return;
        }
        try (FolderLock _ = FolderLock.take(folder)) {
            System.out.println("taken");
            System.in.transferTo(System.err);
        } catch (UsageException e) {
            System.out.println(e.getMessage());
        }
    }

    private static boolean enter(OutFolder folder) throws IOException {
        try (FolderLock _ = FolderLock.take(folder)) {
            Path inside = folder.resolve("inside");
            Files.createFile(inside);
            Files.delete(inside);
            return true;
        } catch (UsageException e) {
            return false;
        }
    }

    static Process start(Path folder, String... more) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m", "-cp",
                System.getProperty("java.class.path"), LockingProcess.class.getName(), folder.toString()));
        command.addAll(List.of(more));
        return new ProcessBuilder(command).start();
    }

    /// The next line that `process` prints.
    static String line(Process process) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return String.valueOf(reader.readLine());
    }
}
