package io.sluice.local.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;

/// The rights that the user's umask gives to others, as a new file shows it.
final class Umask {
    /// The file store takes the right to read a private object from others, whatever the umask says, and gives it to
    /// them for a public one: this is the one that leaves files as they were made.
    static final ObjectCannedACL ACL = othersRead() ? ObjectCannedACL.PUBLIC_READ : ObjectCannedACL.PRIVATE;

    private Umask() {}

    private static boolean othersRead() {
        try {
            Path folder = Files.createTempDirectory("sluice-umask-");
            Path file = Files.createFile(folder.resolve("file"));
            try {
                return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
            } catch (UnsupportedOperationException e) {
                // No such permissions here, and the file store leaves them alone.
                return false;
            } finally {
                Files.delete(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a file in the folder for temporary ones", e);
        }
    }
}
