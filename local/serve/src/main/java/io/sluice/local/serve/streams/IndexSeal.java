package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.encoding.Digests;
import io.sluice.local.UsageException;
import io.sluice.local.folder.StateFile;
import io.sluice.local.server.DurableFiles;
import io.sluice.local.server.EmbeddedDynamoDb;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/// A hash of the index's database from a server's end to the next start. The database has no checksums of its own:
/// where a byte of a key in it changes, an entry is found no more, and nothing else would say so.
final class IndexSeal {
    private static final String FILE = "index-seal.json";
    private static final String HASH = "sha256";

    private final StateFile seal;
    private final Path database;

    /// @param state the folder of the server's own state
    IndexSeal(Path state) {
        this.seal = new StateFile(state.resolve(FILE));
        this.database = EmbeddedDynamoDb.database(state.resolve(Backend.TABLES));
    }

    /// Seals the database, if there is one. Nobody writes it any more.
    void close() throws IOException {
        if (Files.exists(database)) {
            seal.write(new ObjectMapper().createObjectNode().put(HASH, hash()));
        }
    }

    /// Looks whether the database is as it was left, if it was sealed, and breaks the seal.
    ///
    /// @throws UsageException when it is not
    void open() throws IOException {
        JsonNode sealed = seal.read().orElse(null);
        if (sealed == null) {
            return;
        }
        if (Files.notExists(database) || !hash().equals(sealed.path(HASH).asText())) {
            throw new UsageException("The file " + database + ", which tells what is staged, is "
                    + (Files.exists(database) ? "damaged" : "gone") + ": it is not as the server left it; restore it"
                    + " from a copy of the whole folder. To go on with what it holds, delete " + seal.path()
                    + ": what it does not tell of any more is not delivered");
        }
        DurableFiles.delete(seal.path());
    }

    private String hash() throws IOException {
        MessageDigest digest = Digests.sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(database), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
