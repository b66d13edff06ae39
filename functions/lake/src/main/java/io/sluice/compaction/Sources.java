package io.sluice.compaction;

import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.List;

/// The sources of joins, fetched side by side ahead of who reads them. Safe for concurrent use.
///
/// @param bucket   that messages name
/// @param store    of the sources
/// @param fetchers read objects ahead, for each join
record Sources(String bucket, SourceStore store, Workers fetchers) {
    /// Fetches what belongs together, side by side.
    ///
    /// @param group one of [#groups]
    /// @throws io.sluice.source.SourceChangedException when one is another object by now, or gone
    List<Fetched> fetch(List<SourceObject> group) {
        return fetchers.map(group, object -> Fetched.of(store, object));
    }

    String name(Fetched fetched) {
        return "s3://" + bucket + "/" + fetched.object().key();
    }

    /// A join's sources, in order, cut to what is fetched side by side: as many bytes of them as the first bytes of one
    /// may be.
    static List<List<SourceObject>> groups(Join join) {
        List<List<SourceObject>> groups = new ArrayList<>();
        long bytes = Fetched.HEAD_BYTES;
        for (SourceObject object : join.sources()) {
            bytes += object.length();
            if (bytes > Fetched.HEAD_BYTES) {
                groups.add(new ArrayList<>());
                bytes = object.length();
            }
            groups.getLast().add(object);
        }
        return groups;
    }
}
