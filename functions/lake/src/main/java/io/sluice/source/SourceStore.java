package io.sluice.source;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import java.util.List;
import java.util.stream.Stream;

/// The bucket that objects are repartitioned and erased in, object versions told apart by their ETags. Safe for
/// concurrent use.
///
/// Every method throws [io.sluice.objects.StoreException].
public interface SourceStore {
    /// One page of a listing, in key order.
    ///
    /// @param more true when keys after the last one may exist
    record Page(List<SourceObject> objects, boolean more) {
        public Page {
            objects = List.copyOf(objects);
        }
    }

    /// Keys that start with `prefix` and sort after `after` (empty string: from the start).
    Page list(String prefix, String after);

    /// Every object whose key starts with `prefix` and sorts after `after`, in key order: a page is asked for when the
    /// one before is used up.
    default Stream<SourceObject> all(String prefix, String after) {
        return Stream.iterate(list(prefix, after), page -> !page.objects().isEmpty(), page -> page.more()
                ? list(prefix, page.objects().getLast().key().value())
                : new Page(List.of(), false)).flatMap(page -> page.objects().stream());
    }

    /// Bytes of a part of this very version (`If-Match`); exactly `range.length()` of them.
    ///
    /// @throws SourceChangedException             when the object is another one by now, or gone
    /// @throws io.sluice.objects.StoreException kind `MISSING` when the version ends within the range, or before it:
    ///     never fewer bytes
    byte[] read(SourceObject object, ByteRange range);

    /// Puts another content in the place of this very version (`If-Match`), under its metadata.
    ///
    /// @return false when the object is another one by now, or gone: it stays as it is
    boolean replace(SourceObject object, Body body);

    /// Deletes this very version (`If-Match`).
    ///
    /// @return false when the object is another one by now: it stays. One that is gone already counts as deleted
    boolean remove(SourceObject object);
}
