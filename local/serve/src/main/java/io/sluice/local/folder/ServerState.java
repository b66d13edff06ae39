package io.sluice.local.folder;

import io.sluice.local.UsageException;
import io.sluice.local.server.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The state of `./sluice serve` in a folder of `--out`, as far as other commands have to know of it: records that were
/// acknowledged may wait there, of which nothing else in the folder tells.
public final class ServerState {
    /// Under the folder of the objects. No bucket's name begins with a dot.
    public static final String FOLDER = ".sluice-serve";
    /// Under that, a folder for each stream.
    public static final String STREAMS = "streams";
    private static final String DRAINED = "drained";

    private ServerState() {}

    /// Notes that all that the server ever took is delivered. Holds until [#undrain].
    public static void drained(OutFolder out) throws IOException {
        Files.write(out.resolve(FOLDER).resolve(DRAINED), new byte[0]);
    }

    /// The server is about to take records; that is on the disk before it takes one.
    public static void undrain(OutFolder out) throws IOException {
        DurableFiles.delete(out.resolve(FOLDER).resolve(DRAINED));
    }

    /// @throws UsageException when records of a server that is not at work may wait in `out`
    public static void requireDrained(OutFolder out) {
        Path state = out.resolve(FOLDER);
        Path streams = state.resolve(STREAMS);
        if (!Files.isDirectory(streams) || Files.exists(state.resolve(DRAINED))) {
            return;
        }
        try (Stream<Path> each = Files.list(streams)) {
            if (each.findAny().isPresent()) {
                throw new UsageException("The folder " + out + " holds streams of ./sluice serve, and what they have"
                        + " buffered may not be delivered yet; start it there once more with --drain, and end it");
            }
        } catch (IOException e) {
            throw new UsageException("The folder " + streams + " can't be read: " + e);
        }
    }
}
