package io.sluice.local.verify;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The content of an entry of a ZIP archive, as the platform's reader finds it; its end is given only where its
/// checksum holds. For one thread.
final class ZippedInput extends FilterInputStream {
    private final ZipFile archive;
    private final ZipEntry entry;
    private final CRC32 sum;

    private ZippedInput(ZipFile archive, ZipEntry entry, InputStream content, CRC32 sum) {
        super(new CheckedInputStream(content, sum));
        this.archive = archive;
        this.entry = entry;
        this.sum = sum;
    }

    /// @param number of the entry in the archive's directory, from 0
    static InputStream open(Path file, int number) throws IOException {
        var archive = new ZipFile(file.toFile(), StandardCharsets.ISO_8859_1);
        try {
            ZipEntry entry = archive.stream().skip(number).findFirst()
                    .orElseThrow(() -> new IOException(file + " has no entry " + number + " any more"));
            return new ZippedInput(archive, entry, archive.getInputStream(entry), new CRC32());
        } catch (IOException | RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int read = super.read(to, offset, length);
        if (read < 0 && sum.getValue() != entry.getCrc()) {
            throw new IOException("the checksum of " + archive.getName() + "!/" + entry.getName() + " does not hold");
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        try (archive) {
            super.close();
        }
    }
}
