package io.sluice.compaction;

import io.sluice.audit.Stored;
import io.sluice.input.InputException;
import io.sluice.objects.ByteRange;
import io.sluice.objects.FileBody;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.source.SourceChangedException;
import io.sluice.view.DayMove.Joined;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Makes one object of many. What is made is counted against what it is made of, by readers of their own, before it is
/// published. Safe for concurrent use.
final class Joiner {
    private final CompactionSettings settings;
    private final ObjectStore data;
    private final Joining joining;

    Joiner(CompactionSettings settings, ObjectStore data, Joining joining) {
        this.settings = settings;
        this.data = data;
        this.joining = joining;
    }

    /// @throws io.sluice.objects.StoreException when a request failed; the join may be tried again
    Joined join(Join join) {
        if (!settings.names().isOfRound(join.target().value())) {
            return new Joined.Changed(name(join.target()) + " was planned for objects of another format");
        }
        Optional<ObjectInfo> there = data.head(join.target());
        if (there.isPresent()) {
            return judged(join, there);
        }
        try {
            return made(join);
        } catch (SourceChangedException e) {
            return new Joined.Changed(e.getMessage());
        } catch (InputException e) {
            return new Joined.Blocked(String.valueOf(e.getMessage()));
        }
    }

    /// Tests whether the object is there, and is ours.
    boolean isThere(Join join) {
        return there(join).isPresent();
    }

    /// The object, if it is there and ours.
    Optional<ObjectInfo> there(Join join) {
        return data.head(join.target()).filter(there -> there.fingerprint().equals(join.fingerprint()));
    }

    /// Says why what a join made cannot take the place of its sources; empty when it holds all of them. Both are read
    /// whole: a name and a fingerprint stay as they are over damage at rest. Where some sources are gone already, or
    /// are others, the object alone is read.
    Optional<String> doubt(Join join) {
        Optional<ObjectInfo> there = there(join);
        if (there.isEmpty()) {
            return Optional.of(name(join.target()) + " is gone");
        }
        Stored made = new Stored(there.get().length(),
                (offset, length) -> data.get(join.target(), new ByteRange(offset, length)));
        try {
            return difference(join, made).map(difference -> name(join.target()) + ": " + difference);
        } catch (InputException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return Optional.of(name(join.target()) + " cannot be read: " + e.getMessage());
        }
    }

    private Optional<String> difference(Join join, Stored made) throws IOException {
        try {
            return joining.count(join).difference(made);
        } catch (SourceChangedException e) {
            joining.requireWhole(made);
            return Optional.empty();
        }
    }

    private static Joined judged(Join join, Optional<ObjectInfo> there) {
        return there.filter(object -> object.fingerprint().equals(join.fingerprint())).isPresent()
                ? new Joined.Written()
                : new Joined.Blocked("an object that is no compaction's is at " + join.target()
                        + "; move it away, and compact again");
    }

    private Joined made(Join join) {
        try {
            Path file = Files.createTempFile("sluice-join-", ".tmp");
            try {
                Optional<String> difference = joining.write(join, file).difference(Stored.file(file));
                if (difference.isPresent()) {
                    return new Joined.Blocked("what is made for " + join.target() + " is not what it is made of: "
                            + difference.get() + "; nothing is published, please report this");
                }
                ObjectStore.Created created = data.create(join.target(), FileBody.of(file), new ObjectAttributes(
                        joining.contentEncoding(), join.fingerprint()));
                return switch (created) {
                    case CREATED -> new Joined.Written();
                    case EXISTED -> judged(join, data.head(join.target()));
                };
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("making " + join.target() + " in a temporary file", e);
        }
    }

    private String name(ObjectKey key) {
        return "s3://" + settings.bucket() + "/" + key;
    }
}
