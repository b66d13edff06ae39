package io.sluice.local.input;

import io.sluice.local.records.InputSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file in a ZIP archive, where the archive's directory says that it lies.
///
/// @param archive its copy on this machine
/// @param shown   the archive's name in messages
/// @param path    in the archive
/// @param number  its place in the directory, from 0
/// @param packing of its bytes
/// @param offset  of its first stored byte
/// @param stored  bytes that it takes in the archive
/// @param bytes   of its content
/// @param crc     CRC-32 of its content
public record ArchiveEntry(Path archive, String shown, String path, int number, Packing packing, long offset,
        long stored, long bytes, long crc) implements InputSource.Opener {
    /// The packing of an entry's bytes.
    public enum Packing {
        STORED, DEFLATED
    }

    /// Its name in messages: `archive.zip!/entry`.
    String name() {
        return shown + "!/" + path;
    }

    /// The checksum of its content.
    @Override
    public String version() {
        return Long.toHexString(crc);
    }

    /// Opens its content, which ends only where size and checksum hold: [io.sluice.input.InputException] otherwise.
    @Override
    public InputStream open() throws IOException {
        SeekableByteChannel channel = Files.newByteChannel(archive);
        try {
            channel.position(offset);
            return new EntryContent(this, Channels.newInputStream(channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }
}
