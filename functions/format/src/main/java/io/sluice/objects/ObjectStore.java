package io.sluice.objects;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One bucket. Safe for concurrent use; each call is one request (retries aside), except where it says otherwise.
///
/// Every method throws [StoreException]; a write that throws with [StoreException.Kind#UNKNOWN] may have been applied.
public interface ObjectStore {
    /// The outcome of a conditional create.
    enum Created {
        /// The object is there now and these are its bytes.
        CREATED,
        /// An object was there already. It may be this very write, applied by an attempt whose answer was lost.
        EXISTED
    }

    /// All bytes of an object.
    byte[] get(ObjectKey key);

    /// All bytes of an object; empty when it is not there.
    default Optional<byte[]> find(ObjectKey key) {
        try {
            return Optional.of(get(key));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Bytes of a part of an object; exactly `range.length()` of them. Where the object or the answer ends before that,
    /// they are [missing][StoreException.Kind#MISSING].
    byte[] get(ObjectKey key, ByteRange range);

    /// Writes an object, replacing one that is there. For immutable objects whose key fixes their bytes.
    void put(ObjectKey key, Body body);

    /// Writes an object only if none is there (`If-None-Match: *`). Bodies larger than the store's part size take
    /// several requests; the last one decides.
    Created create(ObjectKey key, Body body, ObjectAttributes attributes);

    /// Returns information about the object that is there; empty when none is.
    Optional<ObjectInfo> head(ObjectKey key);

    /// Deletes objects; those that are not there do not matter. One request per 1,000 keys.
    void delete(Collection<ObjectKey> keys);

    /// Keys that start with `prefix` and sort after `after` (empty string: from the start).
    ObjectPage list(String prefix, String after);

    /// Every object whose key starts with `prefix`, in key order: a page is asked for when the one before is used up.
    default Stream<ObjectInfo> all(String prefix) {
        return Stream.iterate(list(prefix, ""), page -> !page.objects().isEmpty(), page -> page.more()
                ? list(prefix, page.objects().getLast().key().value())
                : new ObjectPage(List.of(), false)).flatMap(page -> page.objects().stream());
    }
}
