package io.sluice.simulation;

import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeObject;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.objects.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The objects that a reader of landings knows to be there, who has applied them in order and nothing else. Not safe
/// for concurrent use.
final class KnownObjects {
    private final Set<String> objects = new TreeSet<>();
    private final Set<ObjectKey> told = new HashSet<>();
    private final Set<ObjectKey> gone = new HashSet<>();
    private final Map<String, List<LakeChange>> parts = new HashMap<>();

    /// @throws Violation when one landed before, or was told to go before it landed
    void landed(Landing landing) {
        for (LandedObject object : landing.landed().objects()) {
            if (gone.contains(object.key())) {
                throw new Violation(object.key() + " landed for a reader that was told before that it goes");
            }
            if (!told.add(object.key())) {
                throw new Violation(object.key() + " came to a reader twice");
            }
            objects.add(object.key().value());
        }
    }

    /// Applies a change once its last part is there.
    void changed(LakeChange change) {
        List<LakeChange> all = parts.computeIfAbsent(change.id(), _ -> new ArrayList<>());
        all.add(change);
        if (all.size() != change.part()) {
            throw new Violation(change.name() + " follows " + (all.size() - 1) + " parts");
        }
        if (change.part() == change.parts()) {
            all.stream().flatMap(each -> each.gone().stream()).map(LakeObject::key).forEach(key -> {
                gone.add(key);
                objects.remove(key.value());
            });
            for (LakeObject object : all.stream().flatMap(each -> each.made().stream()).toList()) {
                if (!told.add(object.key()) && !gone.contains(object.key())) {
                    throw new Violation(object.key() + " came to a reader twice");
                }
                objects.add(object.key().value());
            }
            parts.remove(change.id());
        }
    }

    /// Their keys.
    Set<String> keys() {
        return objects;
    }
}
