package io.sluice.compaction;

import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.KeyPath;
import io.sluice.layout.Layout;
import io.sluice.layout.PathDay;
import io.sluice.repartition.WatermarkLog;
import java.time.LocalDate;
import java.util.Optional;

/// Which objects are a stream's own, and where they go.
///
/// @param layout  reads the stream's paths
/// @param prefix  where compacted objects are
/// @param pathDay tells the day of a path as the view does
public record CompactedPaths(Layout layout, CompactedPrefix prefix, PathDay pathDay) {
    /// What watermarks call the source: another one, another view.
    String name() {
        return WatermarkLog.COMPACTION + prefix.head() + " under " + prefix.prefix();
    }

    /// What all keys of the stream begin with.
    String head() {
        return prefix.head();
    }

    String folder(String key) {
        return prefix.folder(key);
    }

    Optional<LocalDate> day(String key) {
        return pathDay.of(key);
    }

    /// Whether the stream itself wrote an object of that key: nothing else is touched.
    boolean isOwn(String key) {
        return layout.root().object(key) instanceof KeyPath.Found.At;
    }
}
