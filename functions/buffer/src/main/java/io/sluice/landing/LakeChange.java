package io.sluice.landing;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// A change that a job of the lake makes to objects that are there, or a part of one: these go, and those take their
/// place. Whoever plans it again gives it the same id.
///
/// @param id    of the change: the same in each of its parts
/// @param part  from 1; a reader applies all parts of a change together, once it has the last one
/// @param parts how many there are
/// @param heads by the name of a buffer, the last version that anything had landed with when this was planned: a reader
///        applies it once it has read so far, and then knows every object that goes of those that landed
/// @param gone  they are deleted after this is told, never before
/// @param made  in their place, and there already
public record LakeChange(String id, Reason reason, int part, int parts, Map<String, Long> heads, List<LakeObject> gone,
        List<LakeObject> made) implements Landing.Cause {
    /// The job that makes a change.
    public enum Reason {
        /// Objects of a day were joined to larger ones.
        COMPACTION,
        /// Objects of a day were moved into the stream's layout.
        REPARTITION,
        /// They are older than their rule.
        RETENTION,
        /// They are of a key value that somebody wants erased.
        ERASURE;

        /// Tests whether others take the place of what goes.
        public boolean replaces() {
            return this == COMPACTION || this == REPARTITION;
        }
    }

    public LakeChange {
        if (part < 1 || part > parts) {
            throw new IllegalArgumentException("part " + part + " of " + parts + " of " + id);
        }
        heads = Collections.unmodifiableMap(new TreeMap<>(heads));
        gone = List.copyOf(gone);
        made = List.copyOf(made);
    }

    @Override
    public String name() {
        return id + " (" + part + " of " + parts + ")";
    }

    /// The same without some of what was made, which was announced to go.
    LakeChange withoutMade(Predicate<LakeObject> gone) {
        return new LakeChange(id, reason, part, parts, heads, this.gone, made.stream().filter(gone.negate()).toList());
    }

    void encode(ByteWriter out) {
        out.text(id).text(reason.name()).varint(part).varint(parts).varint(heads.size());
        heads.forEach((buffer, head) -> out.text(buffer).varint(head));
        encode(gone, out);
        encode(made, out);
    }

    private static void encode(List<LakeObject> objects, ByteWriter out) {
        out.varint(objects.size());
        objects.forEach(each -> each.encode(out));
    }

    static LakeChange decode(ByteReader in) {
        String id = in.text();
        Reason reason = Reason.valueOf(in.text());
        int part = in.length();
        int parts = in.length();
        Map<String, Long> heads = new TreeMap<>();
        int buffers = in.count(2);
        for (int i = 0; i < buffers; i++) {
            heads.put(in.text(), in.varint());
        }
        return new LakeChange(id, reason, part, parts, heads, objects(in), objects(in));
    }

    private static List<LakeObject> objects(ByteReader in) {
        int size = in.count(4);
        List<LakeObject> objects = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            objects.add(LakeObject.decode(in));
        }
        return objects;
    }
}
