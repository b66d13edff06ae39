package io.sluice.buffers;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.flush.TableLostException;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The changes of a stream's buffers in its staging bucket, for the day on which the table is lost: an object for each
/// change, which holds it and all before it. Safe for concurrent use.
///
/// A change is kept before anybody goes by it, and after the table has it. So what is here and is not in force
/// anywhere may be gone on with, and nothing is in force that is not here.
public final class BufferCountArchive {
    private final String stream;
    private final ObjectStore staging;

    public BufferCountArchive(String stream, ObjectStore staging) {
        this.stream = stream;
        this.staging = staging;
    }

    /// The prefix of a stream's changes; ends with a slash.
    public static String prefix(String stream) {
        return "lanes/" + stream + "/";
    }

    /// Keeps the changes of a history that the table has: one PUT, of the same bytes by whoever does it.
    ///
    /// @throws TableLostException when other changes are kept: the table does not know them
    void keep(BufferCountHistory history) {
        ObjectKey key = key(history.changes().size());
        byte[] changes = history.encodedChanges().getBytes(StandardCharsets.UTF_8);
        switch (staging.create(key, Body.of(changes), ObjectAttributes.NONE)) {
            case CREATED -> {
            }
            case EXISTED -> {
                if (!Arrays.equals(changes, staging.get(key))) {
                    throw new TableLostException(stream, "it knows other lanes than " + key);
                }
            }
        }
    }

    /// All changes that were kept; empty where none were.
    ///
    /// @throws MalformedEncodingException when the last object cannot be read; it is named
    public Optional<List<BufferCountHistory.Change>> latest() {
        return last().map(key -> {
            List<BufferCountHistory.Change> changes = changes(key);
            if (!key.equals(key(changes.size()))) {
                throw new MalformedEncodingException(key + " holds " + changes.size() + " changes of lanes");
            }
            return changes;
        });
    }

    /// Tests whether no changes were ever kept: one LIST.
    boolean isEmpty() {
        return staging.list(prefix(stream), "").objects().isEmpty();
    }

    private List<BufferCountHistory.Change> changes(ObjectKey key) {
        try {
            return BufferCountHistory.decodeChanges(new String(staging.get(key), StandardCharsets.UTF_8));
        } catch (MalformedEncodingException e) {
            MalformedEncodingException named = new MalformedEncodingException(key + ": " + e.getMessage());
            named.initCause(e);
            throw named;
        }
    }

    private Optional<ObjectKey> last() {
        Optional<ObjectKey> last = Optional.empty();
        boolean more = true;
        while (more) {
            ObjectPage page = staging.list(prefix(stream), last.map(ObjectKey::value).orElse(""));
            last = page.objects().isEmpty()
                    ? last
                    : Optional.of(page.objects()).map(List::getLast).map(ObjectInfo::key);
            more = page.more() && !page.objects().isEmpty();
        }
        return last;
    }

    private ObjectKey key(int changes) {
        return new ObjectKey(prefix(stream) + String.format(Locale.ROOT, "%04d", changes));
    }
}
