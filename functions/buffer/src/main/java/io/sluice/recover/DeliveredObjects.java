package io.sluice.recover;

import io.sluice.layout.FirehoseObjectName;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.util.List;
import java.util.Optional;

/// The objects that flush runs of a stream delivered: where there are any, something was committed.
///
/// @param stream  whose name is in theirs
/// @param heads   what their keys begin with, one or the other
/// @param buffers the names of the stream's buffers: objects do not tell which of them delivered them
public record DeliveredObjects(String stream, List<String> heads, List<String> buffers) {
    public DeliveredObjects {
        heads = List.copyOf(heads);
        buffers = List.copyOf(buffers);
    }

    /// Any of them, where no buffer has a manifest: a LIST for each buffer, and for each thousand keys that are under a
    /// head, until one is found.
    Optional<ObjectKey> withoutManifests(ObjectStore staging, ObjectStore data) {
        return buffers.stream().anyMatch(buffer -> isCommitted(staging, buffer)) ? Optional.empty() : any(data);
    }

    /// A manifest of version 0 is written before anything is committed.
    private static boolean isCommitted(ObjectStore staging, String buffer) {
        String prefix = Manifest.prefix(buffer);
        return !staging.list(prefix, prefix + Manifest.versionText(0) + "~").objects().isEmpty();
    }

    private Optional<ObjectKey> any(ObjectStore data) {
        return heads.stream().flatMap(head -> any(data, head).stream()).findFirst();
    }

    private Optional<ObjectKey> any(ObjectStore data, String head) {
        String after = "";
        boolean more = true;
        while (more) {
            ObjectPage page = data.list(head, after);
            for (ObjectInfo object : page.objects()) {
                after = object.key().value();
                if (FirehoseObjectName.isDelivered(stream, after)) {
                    return Optional.of(object.key());
                }
            }
            more = page.more() && !page.objects().isEmpty();
        }
        return Optional.empty();
    }
}
