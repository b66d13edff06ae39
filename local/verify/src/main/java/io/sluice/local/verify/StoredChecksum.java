package io.sluice.local.verify;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/// The MD5 that the S3 server keeps of each object, as an attribute of its file: what rots where no reader of records
/// looks (a header, a statistic, a reserve) shows by it alone. Copies made by other programs may have none.
final class StoredChecksum {
    private static final String NAME = "user.content-md5";
    private static final int MD5_BYTES = 16;

    private StoredChecksum() {}

    /// Returns true when the file's bytes are others than those that were stored under its name; false where nothing
    /// tells.
    static boolean isOfOtherBytes(Path file) throws IOException {
        var attributes = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        if (attributes == null || !attributes.list().contains(NAME) || attributes.size(NAME) != MD5_BYTES) {
            return false;
        }
        ByteBuffer stored = ByteBuffer.allocate(MD5_BYTES);
        attributes.read(NAME, stored);
        MessageDigest digest = md5();
        try (OutputStream to = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            Files.copy(file, to);
        }
        return !Arrays.equals(stored.array(), digest.digest());
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform lacks MD5, which its specification demands", e);
        }
    }
}
