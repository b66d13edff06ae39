package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A JSON file that holds the old content or the new one, whenever the process or the machine ends.
record StateFile(Path path) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The content; empty when there is no such file.
    ///
    /// @throws UsageException when it can't be read
    Optional<JsonNode> read() {
        try {
            if (Files.notExists(path)) {
                return Optional.empty();
            }
            JsonNode content = JSON.readTree(Files.readAllBytes(path));
            if (!content.isObject()) {
                throw new IOException("it holds no JSON object");
            }
            return Optional.of(content);
        } catch (IOException e) {
            throw new UsageException("The file " + path + " can't be read: " + e.getMessage()
                    + "; restore it from a copy, or move its folder away");
        }
    }

    void write(JsonNode content) throws IOException {
        Path written = path.resolveSibling(path.getFileName() + ".new");
        try (FileChannel file = FileChannel.open(written, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(JSON.writeValueAsBytes(content));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(true);
        }
        Files.move(written, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
