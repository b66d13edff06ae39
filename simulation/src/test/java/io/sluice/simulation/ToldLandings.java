package io.sluice.simulation;

import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.objects.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What one buffer's landing log ever told: each landing once, of a commit, in the order of commits. Not safe for
/// concurrent use.
public final class ToldLandings {
    private final String buffer;
    private final TreeMap<Long, Landing> told = new TreeMap<>();
    private final Map<ObjectKey, Long> versions = new HashMap<>();
    private final Set<ObjectKey> committed = new HashSet<>();

    ToldLandings(String buffer) {
        this.buffer = buffer;
    }

    /// To be told of each commit, and of the manifest that a recovery goes on with.
    void committed(ObjectKey manifest) {
        committed.add(manifest);
    }

    /// A landing is there that was not.
    ///
    /// @param recovers whether the table is being made again: then it may be of a manifest that is gone on with
    /// @throws Violation when a reader would be misled by it
    void created(ObjectKey key, byte[] bytes, boolean recovers) {
        Landing landing = Landing.decode(key, bytes);
        if (!key.equals(Landing.key(buffer, landing.version()))) {
            throw new Violation(key + " holds the landing of version " + landing.version());
        }
        Landing before = told.get(landing.version());
        if (before != null) {
            if (!before.equals(landing)) {
                throw new Violation(key + " tells of " + landing + ", and told of " + before + " before");
            }
            return;
        }
        if (!(landing.cause() instanceof Landing.Commit(ObjectKey manifest) && committed.contains(manifest))
                && !recovers) {
            throw new Violation(key + " tells of " + landing.cause().name() + ", which is not committed");
        }
        if (!told.isEmpty() && told.lastKey() > landing.version()) {
            throw new Violation(key + " comes after the landing of version " + told.lastKey());
        }
        for (LandedObject object : landing.landed().objects()) {
            Long other = versions.put(object.key(), landing.version());
            if (other != null) {
                throw new Violation(object.key() + " landed with version " + other + " and with " + landing.version());
            }
        }
        told.put(landing.version(), landing);
    }

    /// @param last the last version that anything landed with, as the current manifest says
    /// @throws Violation when it is that one's, by which a reader knows that it has seen all
    void deletes(ObjectKey key, long last) {
        if (key.equals(Landing.key(buffer, last))) {
            throw new Violation("DELETE of " + key + ", the last landing");
        }
    }

    /// The landings of one object at least, oldest first.
    List<Landing> all() {
        return told.values().stream().filter(each -> !each.landed().objects().isEmpty()).toList();
    }

    /// All objects that were told.
    public List<LandedObject> objects() {
        List<LandedObject> objects = new ArrayList<>();
        told.values().forEach(each -> objects.addAll(each.landed().objects()));
        return objects;
    }
}
