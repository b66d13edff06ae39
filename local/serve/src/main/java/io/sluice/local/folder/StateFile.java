package io.sluice.local.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.UsageException;
import io.sluice.local.server.DurableFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/// A JSON file that holds the old content or the new one, whenever the process or the machine ends: a line of JSON, and
/// one with its checksum.
///
/// @param remedy for whoever has a damaged one
public record StateFile(Path path, String remedy) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// A file of a folder that may be moved away as a whole.
    public StateFile(Path path) {
        this(path, "restore it from a copy, or move its folder away");
    }

    /// The content; empty when there is no such file.
    ///
    /// @throws UsageException when it can't be read, or is damaged
    public Optional<JsonNode> read() {
        try {
            if (Files.notExists(path)) {
                return Optional.empty();
            }
            byte[] bytes = Files.readAllBytes(path);
            int end = 0;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            byte[] line = Arrays.copyOf(bytes, end);
            if (!Arrays.equals(bytes, lines(line))) {
                throw new IOException("it is damaged: its checksum is another one");
            }
            return Optional.of(JSON.readTree(line));
        } catch (IOException e) {
            throw new UsageException("The file " + path + " can't be read: " + e.getMessage() + "; " + remedy);
        }
    }

    /// Replaces the content; it is on the disk when this returns.
    public void write(JsonNode content) throws IOException {
        DurableFiles.replace(path, lines(JSON.writeValueAsBytes(content)));
    }

    /// Replaces the content without waiting for the disk: what a power failure leaves may be damaged, and is told.
    public void writeCached(JsonNode content) throws IOException {
        Path written = path.resolveSibling(path.getFileName() + ".new");
        Files.write(written, lines(JSON.writeValueAsBytes(content)));
        Files.move(written, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] lines(byte[] json) {
        var crc = new CRC32C();
        crc.update(json);
        var lines = new ByteArrayOutputStream();
        lines.writeBytes(json);
        lines.writeBytes("\n\"crc32c %08x\"\n".formatted(crc.getValue()).getBytes(StandardCharsets.US_ASCII));
        return lines.toByteArray();
    }
}
