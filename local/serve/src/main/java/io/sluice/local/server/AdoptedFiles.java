package io.sluice.local.server;

import io.sluice.encoding.Digests;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Files that were put into a bucket's folder by other means than the server, as by `cp` or `aws s3 sync`: they have no
/// ETag, which tells an object's versions apart. Adopting them gives them one, and another one to a file that somebody
/// wrote to since.
public final class AdoptedFiles {
    /// The attribute in which the server keeps the MD5 that an ETag is made of.
    private static final String MD5 = "user.content-md5";
    /// The attribute that tells whether a file is as it was adopted: its length and the time of its last change.
    private static final String STAMP = "user.sluice-adopted";
    /// Of an object that was uploaded in parts it keeps the ETag itself.
    private static final int MD5_BYTES = 16;

    private AdoptedFiles() {}

    /// Adopts the files whose keys begin with `prefix`. Objects that the server wrote stay as they are, until another
    /// program writes to one.
    ///
    /// @param root the folder that holds the buckets
    /// @throws IOException when a file cannot be read, or its file system keeps no attributes
    public static void adopt(Path root, String bucket, String prefix) throws IOException {
        Path folder = root.resolve(bucket);
        int slash = prefix.lastIndexOf('/');
        Path below = slash < 0 ? folder : new BucketFiles(folder).folder(prefix.substring(0, slash));
        if (!Files.isDirectory(below)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(below)) {
            List<Path> files = tree.filter(Files::isRegularFile).filter(file -> key(folder, file).startsWith(prefix))
                    .toList();
            for (Path file : files) {
                adopt(file);
            }
        }
    }

    /// Tests whether the files of a bucket were brought here by a copy that left their attributes behind: there are
    /// some, and none has an ETag, on a file system that keeps attributes. On one that keeps none a run knows its
    /// objects otherwise.
    ///
    /// @param root the folder that holds the buckets
    public static boolean areBare(Path root, String bucket) throws IOException {
        Path folder = root.resolve(bucket);
        if (!Files.isDirectory(folder)
                || !Files.getFileStore(folder).supportsFileAttributeView(UserDefinedFileAttributeView.class)) {
            return false;
        }
        boolean any = false;
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) tree.filter(Files::isRegularFile)::iterator) {
                if (etag(file).isPresent()) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }

    private static String key(Path folder, Path file) {
        return FileNames.key(folder, file).orElse("");
    }

    /// The ETag of a file as the server gives it, in quotes; empty when it has none.
    static Optional<String> etag(Path file) throws IOException {
        var attributes = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        if (attributes == null || !attributes.list().contains(MD5)) {
            return Optional.empty();
        }
        ByteBuffer value = ByteBuffer.allocate(attributes.size(MD5));
        attributes.read(MD5, value);
        String text = value.capacity() == MD5_BYTES
                ? HexFormat.of().formatHex(value.array())
                : new String(value.array(), StandardCharsets.US_ASCII);
        return Optional.of(text.startsWith("\"") ? text : '"' + text + '"');
    }

    private static void adopt(Path file) throws IOException {
        var attributes = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        if (attributes == null) {
            throw new IOException(
                    "the file system of " + file + " keeps no attributes, so that its objects have no ETag;"
                            + " use a folder on another one");
        }
        List<String> names = attributes.list();
        boolean isAsAdopted = isAsAdopted(file);
        String stamp = stamp(file);
        if (!names.contains(MD5) || !isAsAdopted) {
            attributes.write(MD5, ByteBuffer.wrap(md5(file)));
        }
        if (!names.contains(STAMP) || !isAsAdopted) {
            attributes.write(STAMP, ByteBuffer.wrap(stamp.getBytes(StandardCharsets.US_ASCII)));
        }
    }

    /// Tests whether nobody wrote to a file since it was adopted; true of one that was not.
    static boolean isAsAdopted(Path file) throws IOException {
        var attributes = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        if (attributes == null || !attributes.list().contains(STAMP)) {
            return true;
        }
        ByteBuffer value = ByteBuffer.allocate(attributes.size(STAMP));
        attributes.read(STAMP, value);
        return stamp(file).equals(new String(value.array(), StandardCharsets.US_ASCII));
    }

    private static String stamp(Path file) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return found.size() + " " + found.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    }

    private static byte[] md5(Path file) throws IOException {
        MessageDigest digest = Digests.md5();
        try (OutputStream to = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            Files.copy(file, to);
        }
        return digest.digest();
    }
}
