package io.sluice.objects;

import java.util.List;

/// One page of a listing, in key order.
///
/// @param more true when keys after the last one may exist
public record ObjectPage(List<ObjectInfo> objects, boolean more) {
    public ObjectPage {
        objects = List.copyOf(objects);
    }
}
