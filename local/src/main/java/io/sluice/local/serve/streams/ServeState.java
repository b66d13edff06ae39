package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// The folder of a server's own state, which one process uses at a time.
public final class ServeState implements Closeable {
    /// Under the folder of the objects. No bucket's name begins with a dot.
    public static final String FOLDER = ".sluice-serve";
    private static final String CLOCK = "clock.json";

    private final Path folder;
    private final FileChannel lock;

    private ServeState(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /// Takes the folder under `out`.
    ///
    /// @throws UsageException when it can't be written, or another process uses it
    public static ServeState open(Path out) {
        Path folder = out.resolve(FOLDER);
        try {
            Files.createDirectories(folder);
            FileChannel lock = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            if (!isLocked(lock)) {
                lock.close();
                throw new UsageException("The folder " + out + " is in use by another server; name another one with"
                        + " --out");
            }
            return new ServeState(folder, lock);
        } catch (IOException e) {
            throw new UsageException("The folder " + out + " can't be written: " + e);
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    public Path folder() {
        return folder;
    }

    /// The server's clock: time as it is, unless it ever ran faster here; then it goes on from where it was.
    public ServeClock clock(InstantSource time, int speed) throws IOException {
        var file = new StateFile(folder.resolve(CLOCK));
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
        lock.close();
    }
}
