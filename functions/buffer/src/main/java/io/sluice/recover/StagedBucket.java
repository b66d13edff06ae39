package io.sluice.recover;

import io.sluice.index.Buffer;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.segment.SegmentId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// What the staging bucket holds of a stream: its manifests as they were listed, and its segments, which may be
/// millions, as they are asked for.
///
/// @param manifests every manifest, lowest version first
/// @param strangers keys among them that are none
record StagedBucket(Buffer buffer, List<ObjectInfo> manifests, List<ObjectKey> strangers) {
    /// Lists the manifests: one request for each thousand.
    static StagedBucket list(Buffer buffer) {
        StagedBucket staged = new StagedBucket(buffer, new ArrayList<>(), new ArrayList<>());
        staged.each(Manifest.prefix(buffer.name()), object -> {
            try {
                Manifest.versionOf(buffer.name(), object.key());
                staged.manifests.add(object);
            } catch (IllegalArgumentException _) {
                staged.strangers.add(object.key());
            }
        });
        staged.manifests.sort(Comparator.comparing(ObjectInfo::key));
        return staged;
    }

    private void each(String prefix, Consumer<ObjectInfo> take) {
        String after = "";
        boolean more = true;
        while (more) {
            ObjectPage page = buffer.staging().list(prefix, after);
            page.objects().forEach(take);
            more = page.more() && !page.objects().isEmpty();
            after = page.objects().isEmpty() ? after : page.objects().getLast().key().value();
        }
    }

    /// What was staged after a time, if anything was: one request for each thousand segments, until one is.
    Optional<ObjectInfo> stagedAfter(Instant time) {
        Predicate<ObjectInfo> young = each -> each.modified().isAfter(time);
        Optional<ObjectInfo> found = manifests.stream().filter(young).findFirst();
        String prefix = SegmentId.prefix(buffer.name());
        String after = "";
        boolean more = found.isEmpty();
        while (more) {
            ObjectPage page = buffer.staging().list(prefix, after);
            found = page.objects().stream().filter(young).findFirst();
            more = found.isEmpty() && page.more() && !page.objects().isEmpty();
            after = page.objects().isEmpty() ? after : page.objects().getLast().key().value();
        }
        return found;
    }

    boolean holds(ObjectKey manifest) {
        return manifests.stream().anyMatch(each -> each.key().equals(manifest));
    }

    /// A segment, if it is there: one request.
    Optional<ObjectInfo> find(SegmentId segment) {
        return buffer.staging().head(segment.key(buffer.name()));
    }

    /// Whether the word is there that a segment was accepted: one request.
    boolean isAccepted(SegmentId segment) {
        return buffer.staging().head(segment.acceptedKey(buffer.name())).isPresent();
    }
}
