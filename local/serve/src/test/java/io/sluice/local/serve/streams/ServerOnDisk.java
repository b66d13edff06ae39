package io.sluice.local.serve.streams;

import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.ServerState;
import io.sluice.local.serve.journal.JournalLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A server without its endpoint: put together as `Serve` does, over a folder of any file system, and streams kept
/// [Elsewhere].
public final class ServerOnDisk {
    /// So fast that nothing waits for more records.
    private static final int SPEED = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ServeState state;
    private final Streams streams;

    /// Starts it; it takes records when this returns.
    public ServerOnDisk(Path out, Elsewhere elsewhere, InstantSource time, JournalLimits limits, Supplier<UUID> ids,
            Consumer<String> warnings) throws IOException {
        this(out, elsewhere, time, SPEED, limits, ids, warnings);
    }

    ServerOnDisk(Path out, Elsewhere elsewhere, InstantSource time, int speed, JournalLimits limits,
            Supplier<UUID> ids, Consumer<String> warnings) throws IOException {
        try {
            this.state = ServeState.open(new OutFolder(out.toString(), out));
            opened.push(state);
            ServeClock clock = state.clock(time, speed);
            Backend backend = elsewhere.backend(out, state.folder());
            opened.push(backend);
            new StagingClaim(state.folder(), elsewhere.claims(), OutsideServers.STAGING_BUCKET, "elsewhere")
                    .take(ids.get(), state.hasStreams());
            this.streams = new Streams(state.folder().resolve(ServerState.STREAMS), backend, clock, time, limits,
                    Optional.empty(), ids, warnings);
            opened.push(streams);
            streams.load();
        } catch (IOException | RuntimeException e) {
            die();
            throw e;
        }
    }

    public Streams streams() {
        return streams;
    }

    /// Stages and delivers all that a stream has.
    ///
    /// @return whether that is all
    public boolean deliver(String stream) throws IOException, InterruptedException {
        return streams.require(stream).drain(PATIENCE).drained();
    }

    /// Ends as it is ended by SIGTERM with `--drain`, when all is delivered.
    public void end() throws Exception {
        List<String> unstaged = streams.stop(PATIENCE);
        if (!unstaged.isEmpty()) {
            throw new IOException("not all is staged of " + unstaged);
        }
        state.drained();
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    /// Lets go of threads and locks when the process has ended: nothing that this does reaches the disk.
    public void die() {
        while (!opened.isEmpty()) {
            AutoCloseable part = opened.pop();
            try {
                part.close();
            } catch (Exception e) {
                if (part instanceof Streams all) {
                    all.all().forEach(ServerOnDisk::end);
                }
            }
        }
    }

    private static void end(LiveStream stream) {
        try {
            stream.close();
        } catch (IOException | RuntimeException e) {
            // Its disk is gone.
        }
    }
}
