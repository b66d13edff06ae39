package io.sluice.objects;

import java.util.List;
import java.util.Optional;

/// One page of one level of a listing.
///
/// @param folders whole paths, each with a slash at its end
/// @param objects in key order
/// @param next    where the next page starts; empty when this was the last one
public record FolderPage(List<String> folders, List<ObjectInfo> objects, Optional<String> next) {
    public FolderPage {
        folders = List.copyOf(folders);
        objects = List.copyOf(objects);
    }
}
