package io.sluice.landing;

import java.util.List;

/// Objects, and those that take their place: a unit that is replaced as one.
public record Replacement(List<LakeObject> gone, List<LakeObject> made) {
    public Replacement {
        gone = List.copyOf(gone);
        made = List.copyOf(made);
    }

    int size() {
        return gone.size() + made.size();
    }
}
