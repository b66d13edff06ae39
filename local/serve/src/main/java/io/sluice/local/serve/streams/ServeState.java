package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.UsageException;
import io.sluice.local.folder.FolderLock;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.RunState;
import io.sluice.local.folder.ServerState;
import io.sluice.local.folder.StateFile;
import io.sluice.local.server.DurableFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The folder of a server's own state, which one process uses at a time.
public final class ServeState implements Closeable {
    private static final String CLOCK = "clock.json";

    private final OutFolder out;
    private final FolderLock lock;
    private final AtWork mark;

    private ServeState(OutFolder out, FolderLock lock, AtWork mark) {
        this.out = out;
        this.lock = lock;
        this.mark = mark;
    }

    /// Takes the folder under `out`, and with it `out`: every command that changes anything there takes the same lock.
    ///
    /// @throws UsageException when it can't be written, another process uses `out`, a run in it was cut short,
    ///     or it is a copy that was made while a server was at work
    public static ServeState open(OutFolder out) {
        try {
            DurableFiles.makeSharedFolder(out.path());
            FolderLock lock = FolderLock.take(out);
            try {
                if (RunState.isUnfinished(out)) {
                    throw new UsageException("The folder " + out + " holds a run that was cut short; finish it with run"
                            + " --resume first, or name another folder with --out");
                }
                Path folder = out.resolve(ServerState.FOLDER);
                DurableFiles.makeFolder(folder);
                AtWork mark = AtWork.begin(folder);
                new IndexSeal(folder).open();
                ServerState.undrain(out);
                return new ServeState(out, lock, mark);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UsageException("The folder " + out + " can't be written: " + e);
        }
    }

    public Path folder() {
        return out.resolve(ServerState.FOLDER);
    }

    /// Tests whether streams were ever kept here and are not deleted.
    public boolean hasStreams() throws IOException {
        Path streams = folder().resolve(ServerState.STREAMS);
        if (!Files.isDirectory(streams)) {
            return false;
        }
        try (Stream<Path> each = Files.list(streams)) {
            return each.findAny().isPresent();
        }
    }

    /// Notes that nothing waits: other commands may then work on what is delivered.
    public void drained() throws IOException {
        ServerState.drained(out);
    }

    /// The server's clock: time as it is, unless it ever ran faster here; then it goes on from where it was.
    public ServeClock clock(InstantSource time, int speed) throws IOException {
        var file = new StateFile(folder().resolve(CLOCK));
        @Nullable
        ServeClock before = file.read().map(json -> new ServeClock(Instant.parse(json.path("real").asText()),
                Instant.parse(json.path("virtual").asText()), json.path("speed").asInt(), time)).orElse(null);
        if (before == null && speed == 1) {
            return ServeClock.real(time);
        }
        ServeClock clock = (before == null ? ServeClock.real(time) : before).at(speed);
        file.write(new ObjectMapper().createObjectNode().put("real", clock.real().toString())
                .put("virtual", clock.virtual().toString()).put("speed", speed));
        return clock;
    }

    @Override
    public void close() throws IOException {
        try {
            new IndexSeal(folder()).close();
            mark.end();
        } finally {
            lock.close();
        }
    }
}
