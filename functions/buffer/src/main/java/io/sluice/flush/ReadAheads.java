package io.sluice.flush;

import io.sluice.manifest.Delivery;
import java.util.ArrayList;
import java.util.List;

/// Deliveries cut into read-aheads: runs of neighbours whose staged bytes fit in memory together. Deliveries come in
/// partition order and so do the chunks in each segment, so that a read-ahead needs one range of each segment.
///
/// @param all      the read-aheads, in order
/// @param bytesMax bound on a read-ahead's bytes in memory; a delivery above it is a read-ahead of its own
record ReadAheads(List<List<Delivery>> all, long bytesMax) {
    static ReadAheads of(List<Delivery> deliveries, ReadAheadBudget budget) {
        List<List<Delivery>> one = cut(deliveries, budget.bytes());
        return one.size() <= 1
                ? new ReadAheads(one, budget.bytes())
                : new ReadAheads(cut(deliveries, budget.half()), budget.half());
    }

    private static List<List<Delivery>> cut(List<Delivery> deliveries, long bytesMax) {
        List<List<Delivery>> readAheads = new ArrayList<>();
        List<Delivery> readAhead = new ArrayList<>();
        Footprint footprint = new Footprint();
        for (Delivery delivery : deliveries) {
            footprint.add(delivery);
            if (!readAhead.isEmpty() && footprint.bytes() > bytesMax) {
                readAheads.add(readAhead);
                readAhead = new ArrayList<>();
                footprint = new Footprint();
                footprint.add(delivery);
            }
            readAhead.add(delivery);
        }
        if (!readAhead.isEmpty()) {
            readAheads.add(readAhead);
        }
        return readAheads;
    }
}
