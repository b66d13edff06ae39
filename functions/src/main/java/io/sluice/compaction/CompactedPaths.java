package io.sluice.compaction;

import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.KeyPath;
import io.sluice.layout.Layout;
import io.sluice.layout.PathDay;
import io.sluice.repartition.WatermarkLog;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /// What folders of a key say by names of their own, `name=value`: names in lower case.
    static Map<String, String> named(String key) {
        Map<String, String> named = new HashMap<>();
        String[] folders = key.split("/", -1);
        for (String folder : List.of(folders).subList(0, folders.length - 1)) {
            int sign = folder.indexOf('=');
            if (sign > 0) {
                named.put(folder.substring(0, sign).toLowerCase(Locale.ROOT), folder.substring(sign + 1));
            }
        }
        return named;
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
