package io.sluice.local.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.StreamConfiguration;
import io.sluice.encoding.Digests;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.RunState;
import io.sluice.local.records.InputSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;

/// The marks of a run that must be the same for it to be taken up again: only then do its records fall into the same
/// batches, which is what keeps them from being delivered twice.
final class RunIdentity {
    /// The file of the state that marks a run which was begun and not finished.
    private static final String STARTED = "startedAt";
    private static final String STREAM = "stream";
    /// A hash of how the inputs begin and end: one that was rewritten may be as long as before.
    private static final String CONTENTS = "contents";
    /// What its objects are named apart by, of a redrive.
    private static final String APART = "apart";
    private static final int PIECE_BYTES = 64 * 1024;
    private static final ObjectMapper JSON = new ObjectMapper();

    private RunIdentity() {}

    /// Notes down a new run and gives its start.
    static Instant begin(Workspace workspace, RunSettings settings, Instant now) throws IOException {
        Instant start = now.truncatedTo(ChronoUnit.MILLIS);
        ObjectNode identity = describe(settings).put(CONTENTS, contents(settings));
        if (settings.content() == RunSettings.Content.ERROR_OBJECTS) {
            // By the configuration too: another one may deliver others of the same records.
            byte[] whole = identity.toString().getBytes(StandardCharsets.UTF_8);
            identity.put(APART, "redrive " + HexFormat.of().formatHex(Digests.sha256().digest(whole)));
        }
        workspace.write(RunState.IDENTITY, identity.put(STARTED, start.toString()));
        return start;
    }

    /// What the objects of the run that `workspace` holds are named apart by. A redrive has the arrivals of the run
    /// that rejected its records, and its objects may be put beside those of that run.
    static Optional<String> apart(Workspace workspace) throws IOException {
        return Optional.of(begun(workspace).path(APART).asText()).filter(apart -> !apart.isEmpty());
    }

    /// Returns the stream whose run `out` holds, for a message: ` of stream 'quakes'`; nothing when that can't be read.
    static String ofWhich(OutFolder out) {
        try {
            String stream = JSON.readTree(Files.readAllBytes(out.resolve(RunState.FOLDER).resolve(RunState.IDENTITY)))
                    .path(STREAM).asText();
            return stream.isEmpty() ? "" : " of stream '" + stream + "'";
        } catch (IOException e) {
            return "";
        }
    }

    /// Compares `settings` with those of the run that `workspace` holds, and gives its start.
    ///
    /// @throws UsageException naming the first that differs
    static Instant resume(Workspace workspace, RunSettings settings) throws IOException {
        JsonNode begun = begun(workspace);
        requireSame(workspace, begun, describe(settings));
        if (begun.has(CONTENTS) && !begun.path(CONTENTS).asText().equals(contents(settings))) {
            throw new UsageException("The run in " + workspace.out() + " was begun with inputs that are as long and"
                    + " hold something else now; resume it with the same, or start over in another folder");
        }
        return Instant.parse(begun.path(STARTED).asText());
    }

    /// Compares a stream alone with that of the run that `workspace` holds.
    ///
    /// @throws UsageException naming the first that differs
    static void requireStream(Workspace workspace, StreamConfiguration stream, byte[] json) throws IOException {
        requireSame(workspace, begun(workspace), describe(stream, json));
    }

    private static JsonNode begun(Workspace workspace) throws IOException {
        return workspace.read(RunState.IDENTITY).orElseThrow(() -> new UsageException("The folder " + workspace.out()
                + " holds a run that ended before it began; delete " + workspace.state()));
    }

    private static void requireSame(Workspace workspace, JsonNode begun, ObjectNode now) {
        now.properties().forEach(field -> {
            JsonNode before = begun.path(field.getKey());
            if (!before.equals(field.getValue())) {
                throw new UsageException(
                        "The run in " + workspace.out() + " was begun with another " + field.getKey() + ": "
                                + before + ", now " + field.getValue()
                                + "; resume it with the same, or start over in another folder");
            }
        });
    }

    private static ObjectNode describe(StreamConfiguration stream, byte[] json) {
        return JSON.createObjectNode().put(STREAM, stream.stream()).put("bucket", stream.bucket()).put("configuration",
                HexFormat.of().formatHex(Digests.sha256().digest(json)));
    }

    private static String contents(RunSettings settings) throws IOException {
        MessageDigest digest = Digests.sha256();
        for (InputSource input : settings.inputs()) {
            if (!input.isLive() && input.file().isPresent()) {
                digest.update(piece(input.file().get(), 0));
                digest.update(piece(input.file().get(), Math.max(0, input.bytes() - PIECE_BYTES)));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static byte[] piece(Path file, long at) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(at);
            return in.readNBytes(PIECE_BYTES);
        }
    }

    private static ObjectNode describe(RunSettings settings) {
        ObjectNode identity = describe(settings.configuration(), settings.configurationJson());
        identity.put("content", settings.content().name());
        identity.put("reading", settings.reading().description());
        identity.put("recordBytes", Integer.toString(settings.recordBytes().orElse(0)));
        identity.put("arrival", settings.arrival().orElse(""));
        ArrayNode inputs = identity.putArray("inputs");
        for (InputSource input : settings.inputs()) {
            String version = input.opener().version();
            inputs.add(input.id() + " of " + input.bytes() + " bytes" + (version.isEmpty() ? "" : ", " + version));
        }
        return identity;
    }
}
