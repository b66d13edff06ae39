package io.sluice.compaction;

import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The sources of joins, fetched side by side ahead of who reads them. Safe for concurrent use.
///
/// @param bucket   that messages name
/// @param store    of the sources
/// @param fetchers read objects ahead, for each join
record Sources(String bucket, SourceStore store, Workers fetchers) {
    /// What is joined, in order; lazily, and to be gone through once.
    ///
    /// @throws io.sluice.source.SourceChangedException when gone through, where one is another object by now, or gone
    Iterable<Fetched> of(Join join) {
        Stream<Fetched> fetched = waves(join.sources()).stream()
                .flatMap(wave -> fetchers.map(wave, object -> Fetched.of(store, object)).stream());
        return fetched::iterator;
    }

    String name(Fetched fetched) {
        return "s3://" + bucket + "/" + fetched.object().key();
    }

    /// Sources that are fetched side by side: as many bytes of them as the first bytes of one may be.
    private static List<List<SourceObject>> waves(List<SourceObject> sources) {
        List<List<SourceObject>> waves = new ArrayList<>();
        long bytes = Fetched.HEAD_BYTES;
        for (SourceObject object : sources) {
            bytes += object.length();
            if (bytes > Fetched.HEAD_BYTES) {
                waves.add(new ArrayList<>());
                bytes = object.length();
            }
            waves.getLast().add(object);
        }
        return waves;
    }
}
