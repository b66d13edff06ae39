package io.sluice.compaction;

import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.KeyPath;
import io.sluice.layout.Layout;
import io.sluice.layout.PathDay;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import io.sluice.view.WatermarkLog;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The paths of a stream's own objects, and of what they are compacted to.
///
/// @param layout  reads the stream's paths
/// @param prefix  where compacted objects are
/// @param pathDay tells the day of a path as the view does
public record CompactedPaths(Layout layout, CompactedPrefix prefix, PathDay pathDay) {
    /// The name of the source in watermarks: another one, another view.
    String name() {
        return WatermarkLog.COMPACTION + prefix.head() + " under " + prefix.prefix();
    }

    /// Returns the values that folders of a key have by names of their own, `name=value`: names in lower case.
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

    /// The start of all keys of the stream.
    String head() {
        return prefix.head();
    }

    /// What the keys begin with of that which an object is joined to: its folder, and what the stream's Prefix puts
    /// before names, which may be a key's value.
    String folder(String key) {
        return prefix.folder(key) + layout.nameHead(key);
    }

    Optional<LocalDate> day(String key) {
        return pathDay.of(key);
    }

    /// Tests whether the stream itself wrote an object of that key: nothing else is touched.
    boolean isOwn(String key) {
        return layout.root().object(key) instanceof KeyPath.Found.At;
    }

    /// The objects that a round of a day made, told by their paths and names, whether or not their plan is known. Other
    /// streams may be compacted into the same folder.
    List<ObjectKey> ofRound(SourceStore store, FirehoseObjectName names, LocalDate day, int number) {
        return store.all(prefix.prefix(), "").map(SourceObject::key)
                .filter(key -> names.isOfRound(key.value(), number) && isOwn(prefix.origin(key.value()))
                        && day(prefix.origin(key.value())).filter(day::equals).isPresent())
                .toList();
    }
}
