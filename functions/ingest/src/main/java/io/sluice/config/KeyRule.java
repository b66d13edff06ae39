package io.sluice.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One rule of `Sluice.Buffering`: partitions of certain key values have a size or an interval of their own.
///
/// @param match    `Match`: values of keys; a partition is meant that has one of each
/// @param bytes    `SizeInMBs` in bytes; empty: the stream's
/// @param interval `IntervalInSeconds`; empty: the stream's
public record KeyRule(Map<String, List<String>> match, Optional<Long> bytes, Optional<Duration> interval) {
    public KeyRule {
        match = Collections.unmodifiableMap(new LinkedHashMap<>(match));
    }

    /// Tests whether every partition that `other` is for is this one's, too.
    boolean covers(KeyRule other) {
        return match.entrySet().stream().allMatch(each -> other.match.containsKey(each.getKey())
                && each.getValue().containsAll(other.match.getOrDefault(each.getKey(), List.of())));
    }
}
