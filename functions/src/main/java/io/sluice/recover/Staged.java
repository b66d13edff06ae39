package io.sluice.recover;

import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.segment.SegmentId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// What the staging bucket holds of a stream, as it was listed.
///
/// @param segments  every segment, and what is said of it
/// @param accepted  segments beside which is the word that they were accepted
/// @param manifests every manifest, lowest version first
/// @param strangers keys that are neither
record Staged(Map<SegmentId, ObjectInfo> segments, Set<SegmentId> accepted, List<ObjectInfo> manifests,
        List<ObjectKey> strangers) {
    /// Lists the bucket: one request for each thousand keys.
    static Staged list(String stream, ObjectStore staging) {
        Staged staged = new Staged(new HashMap<>(), new HashSet<>(), new ArrayList<>(), new ArrayList<>());
        each(SegmentId.prefix(stream), staging, object -> {
            try {
                if (SegmentId.isAcceptedKey(object.key())) {
                    staged.accepted.add(SegmentId.parseAccepted(stream, object.key()));
                } else {
                    staged.segments.put(SegmentId.parse(stream, object.key()), object);
                }
            } catch (IllegalArgumentException _) {
                staged.strangers.add(object.key());
            }
        });
        each(Manifest.prefix(stream), staging, object -> {
            try {
                Manifest.versionOf(stream, object.key());
                staged.manifests.add(object);
            } catch (IllegalArgumentException _) {
                staged.strangers.add(object.key());
            }
        });
        staged.manifests.sort(Comparator.comparing(ObjectInfo::key));
        return staged;
    }

    private static void each(String prefix, ObjectStore staging, Consumer<ObjectInfo> take) {
        String after = "";
        boolean more = true;
        while (more) {
            ObjectPage page = staging.list(prefix, after);
            page.objects().forEach(take);
            more = page.more() && !page.objects().isEmpty();
            after = page.objects().isEmpty() ? after : page.objects().getLast().key().value();
        }
    }

    /// When anything was staged last; empty when nothing is.
    Optional<ObjectInfo> newest() {
        return Stream.concat(segments.values().stream(), manifests.stream())
                .max(Comparator.comparing(ObjectInfo::modified));
    }

    boolean holds(ObjectKey manifest) {
        return manifests.stream().anyMatch(each -> each.key().equals(manifest));
    }

    /// When that segment was staged last; [Instant#MAX] when it is not there.
    Instant modified(SegmentId segment) {
        ObjectInfo info = segments.get(segment);
        return info == null ? Instant.MAX : info.modified();
    }
}
