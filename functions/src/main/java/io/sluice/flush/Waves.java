package io.sluice.flush;

import io.sluice.manifest.Delivery;
import java.util.ArrayList;
import java.util.List;

/// Cuts deliveries into waves: runs of neighbours whose staged bytes fit in memory together. Deliveries come in partition
/// order and so do the chunks in each segment, so that a wave needs one stretch of each segment.
final class Waves {
    private Waves() {}

    /// @param bytesMax bound on a wave's staged bytes; a delivery above it makes a wave of its own
    static List<List<Delivery>> of(List<Delivery> deliveries, long bytesMax) {
        List<List<Delivery>> waves = new ArrayList<>();
        List<Delivery> wave = new ArrayList<>();
        long bytes = 0;
        for (Delivery delivery : deliveries) {
            long more = delivery.stagedBytes();
            if (!wave.isEmpty() && bytes + more > bytesMax) {
                waves.add(wave);
                wave = new ArrayList<>();
                bytes = 0;
            }
            wave.add(delivery);
            bytes += more;
        }
        if (!wave.isEmpty()) {
            waves.add(wave);
        }
        return waves;
    }
}
