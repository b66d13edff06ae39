package io.sluice.testkit.requests;

import io.sluice.objects.ObjectStore;
import java.util.List;
import java.util.function.Consumer;

/// A bucket whose requests are written down.
public final class CountingObjectStore extends PassingObjectStore {
    /// The names of the requests so far, in their order.
    public final List<String> requests;

    public CountingObjectStore(ObjectStore store) {
        this(store, _ -> {});
    }

    /// @param observer is told of each request before it is applied, and may throw in its place
    public CountingObjectStore(ObjectStore store, Consumer<String> observer) {
        this(store, new RequestLog(observer, _ -> {}));
    }

    private CountingObjectStore(ObjectStore store, RequestLog log) {
        super(store, log);
        this.requests = log.names;
    }
}
