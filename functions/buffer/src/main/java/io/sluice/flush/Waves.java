package io.sluice.flush;

import io.sluice.manifest.Delivery;
import java.util.ArrayList;
import java.util.List;

/// Deliveries cut into waves: runs of neighbours whose staged bytes fit in memory together. Deliveries come in
/// partition order and so do the chunks in each segment, so that a wave needs one stretch of each segment.
///
/// @param all      the waves, in order
/// @param bytesMax bound on a wave's bytes in memory; a delivery above it is a wave of its own
record Waves(List<List<Delivery>> all, long bytesMax) {
    static Waves of(List<Delivery> deliveries, WaveBudget budget) {
        List<List<Delivery>> one = cut(deliveries, budget.bytes());
        return one.size() <= 1
                ? new Waves(one, budget.bytes())
                : new Waves(cut(deliveries, budget.half()), budget.half());
    }

    private static List<List<Delivery>> cut(List<Delivery> deliveries, long bytesMax) {
        List<List<Delivery>> waves = new ArrayList<>();
        List<Delivery> wave = new ArrayList<>();
        Footprint footprint = new Footprint();
        for (Delivery delivery : deliveries) {
            footprint.add(delivery);
            if (!wave.isEmpty() && footprint.bytes() > bytesMax) {
                waves.add(wave);
                wave = new ArrayList<>();
                footprint = new Footprint();
                footprint.add(delivery);
            }
            wave.add(delivery);
        }
        if (!wave.isEmpty()) {
            waves.add(wave);
        }
        return waves;
    }
}
