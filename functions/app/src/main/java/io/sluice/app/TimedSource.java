package io.sluice.app;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import io.sluice.work.Deadline;
import io.sluice.work.OutOfTimeException;
import java.time.Duration;

/// A source store of which nothing is read when a function's time is nearly over: what was read so far would come to
/// nothing when Lambda cuts the function off, and nobody would know why. Safe for concurrent use.
public record TimedSource(SourceStore source, Deadline deadline) implements SourceStore {
    /// The time kept for the work after the last byte that is read: an object of 640 MB is read back from the
    /// function's own disk, and uploaded.
    public static final Duration AFTER_READING = Duration.ofMinutes(3);

    @Override
    public Page list(String prefix, String after) {
        return source.list(prefix, after);
    }

    /// @throws OutOfTimeException when less than [#AFTER_READING] is left
    @Override
    public byte[] read(SourceObject object, ByteRange range) {
        if (deadline.leavesLessThan(AFTER_READING)) {
            throw new OutOfTimeException("time is up where " + object.key() + " was to be read");
        }
        return source.read(object, range);
    }

    @Override
    public boolean replace(SourceObject object, Body body) {
        return source.replace(object, body);
    }

    @Override
    public boolean remove(SourceObject object) {
        return source.remove(object);
    }
}
