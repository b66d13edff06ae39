package io.sluice.recover;

import io.sluice.layout.FirehoseObjectName;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.util.List;
import java.util.Optional;

/// The objects that flush runs of a stream delivered: where there are any, something was committed.
///
/// @param stream whose name is in theirs
/// @param heads  what their keys begin with, one or the other
public record DeliveredObjects(String stream, List<String> heads) {
    public DeliveredObjects {
        heads = List.copyOf(heads);
    }

    /// Any of them: a LIST for each thousand keys that are under a head, until one is found.
    Optional<ObjectKey> any(ObjectStore data) {
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
