package io.sluice.flush;

import io.sluice.manifest.Delivery;
import io.sluice.objects.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The bounds beyond which deliveries are too many for one invocation, and their sharing out.
///
/// Slices are ranges of keys, since neighbours lie side by side in the segments: a share of neighbours is one read
/// of each segment, shares by a hash would each read all of them.
///
/// @param invocationsMax invocations that carry out deliveries side by side, at least 1; with 1 nothing is shared out
/// @param objectsEach    objects that one invocation writes without effort, at least 1
/// @param bytesEach      staged bytes, likewise
public record Slicing(int invocationsMax, int objectsEach, long bytesEach) {
    /// One invocation does it all.
    public static final Slicing OFF = new Slicing(1, Integer.MAX_VALUE, Long.MAX_VALUE);

    public Slicing {
        if (invocationsMax < 1 || objectsEach < 1 || bytesEach < 1) {
            throw new IllegalArgumentException("at least one invocation, for at least one object of at least one byte");
        }
    }

    /// Slices of about the same weight that hold every key between them, in key order; just one where one invocation is
    /// enough.
    List<DeliverySlice> cut(List<Delivery> deliveries) {
        double weight = deliveries.stream().mapToDouble(this::weight).sum();
        int slices = (int) Math.min(invocationsMax, Math.ceil(weight));
        List<Delivery> byKey = deliveries.stream().sorted(Comparator.comparing((Delivery each) -> each.key().value()))
                .toList();
        List<String> starts = new ArrayList<>(List.of(""));
        double before = 0;
        for (Delivery delivery : byKey) {
            ObjectKey key = delivery.key();
            boolean beyond = before + weight(delivery) / 2 >= weight * starts.size() / slices;
            if (before > 0 && beyond && starts.size() < slices) {
                starts.add(key.value());
            }
            before += weight(delivery);
        }
        List<DeliverySlice> cut = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            cut.add(new DeliverySlice(starts.get(i),
                    i + 1 < starts.size() ? Optional.of(starts.get(i + 1)) : Optional.empty()));
        }
        return cut;
    }

    /// The part of an invocation's work that a delivery is.
    private double weight(Delivery delivery) {
        return Math.max(1.0 / objectsEach, (double) delivery.stagedBytes() / bytesEach);
    }
}
