package io.sluice.flush;

import io.sluice.objects.ObjectKey;
import java.util.Optional;

/// A range of object keys: an invocation's share of the open deliveries. It names keys and no deliveries, so that
/// whoever carries it out, however late, takes what is open in the manifest that is current by then.
///
/// @param from  the first key that is in it; empty: from the first of all
/// @param until the first key after it; empty: to the last of all
public record DeliverySlice(String from, Optional<String> until) {
    public boolean holds(ObjectKey key) {
        return key.value().compareTo(from) >= 0 && until.map(end -> key.value().compareTo(end) < 0).orElse(true);
    }
}
