package io.sluice.local.serve.journal;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The calls that are remembered, oldest first, each with the number of the file that tells of it. Not thread-safe.
final class Calls {
    private record Known(Entry.Call call, long file) {}

    private final JournalLimits limits;
    private final Map<CallKey, Known> known = new LinkedHashMap<>();
    private long bytes;

    Calls(JournalLimits limits) {
        this.limits = limits;
    }

    @Nullable
    PutReceipt find(CallKey key) {
        Known found = known.get(key);
        return found == null ? null : found.call.receipt().again();
    }

    void add(Entry.Call call, long file, long now) {
        if (call.key().isNone() || isForgotten(call, now)) {
            return;
        }
        forget(known.put(call.key(), new Known(call, file)));
        bytes += call.bytes();
        Iterator<Known> oldest = known.values().iterator();
        while (oldest.hasNext()) {
            Known next = oldest.next();
            if (known.size() <= limits.callsMax() && bytes <= limits.callBytesMax() && !isForgotten(next.call, now)) {
                return;
            }
            oldest.remove();
            forget(next);
        }
    }

    private void forget(@Nullable Known call) {
        bytes -= call == null ? 0 : call.call.bytes();
    }

    private boolean isForgotten(Entry.Call call, long now) {
        return now - call.received() > limits.callsFor().toMillis();
    }

    /// Those that only files up to number `file` tell of, and that are not forgotten.
    List<Entry.Call> toldUpTo(long file, long now) {
        List<Entry.Call> calls = new ArrayList<>();
        for (Known each : known.values()) {
            if (each.file <= file && !isForgotten(each.call, now)) {
                calls.add(each.call);
            }
        }
        return calls;
    }

    int size() {
        return known.size();
    }
}
