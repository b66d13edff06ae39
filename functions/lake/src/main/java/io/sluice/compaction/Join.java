package io.sluice.compaction;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.BatchId;
import io.sluice.source.SourceObject;
import java.util.ArrayList;
import java.util.List;

/// One object that is made of others, of one folder, in the order of their keys.
///
/// @param target  the key of what is made
/// @param sources what it is made of; at least one
public record Join(ObjectKey target, List<SourceObject> sources) {
    public Join {
        sources = List.copyOf(sources);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("nothing is joined to " + target);
        }
    }

    /// Stored bytes of what is joined.
    public long bytes() {
        return sources.stream().mapToLong(SourceObject::length).sum();
    }

    /// Names what is joined: these objects in these versions.
    static BatchId id(List<SourceObject> sources) {
        List<String> versions = new ArrayList<>();
        sources.forEach(source -> {
            versions.add(source.key().value());
            versions.add(source.etag());
        });
        return BatchId.of(versions);
    }

    /// The fingerprint that the target carries, so that it is known again.
    String fingerprint() {
        return "compaction " + id(sources);
    }

    void encode(ByteWriter out) {
        out.text(target.value()).varint(sources.size());
        sources.forEach(source -> source.encode(out));
    }

    static Join decode(ByteReader in) {
        ObjectKey target = new ObjectKey(in.text());
        int size = in.count(4);
        List<SourceObject> sources = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            sources.add(SourceObject.decode(in));
        }
        return new Join(target, sources);
    }
}
