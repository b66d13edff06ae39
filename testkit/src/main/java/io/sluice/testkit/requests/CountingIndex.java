package io.sluice.testkit.requests;

import io.sluice.index.BufferIndex;
import java.util.List;
import java.util.function.Consumer;

/// An index whose requests are written down.
public final class CountingIndex extends PassingIndex {
    /// The names of the requests so far, in their order.
    public final List<String> requests;

    public CountingIndex(BufferIndex index) {
        this(index, _ -> {});
    }

    /// @param observer is told of each request before it is applied, and may throw in its place
    public CountingIndex(BufferIndex index, Consumer<String> observer) {
        this(index, new RequestLog(observer, _ -> {}));
    }

    private CountingIndex(BufferIndex index, RequestLog log) {
        super(index, log);
        this.requests = log.names;
    }
}
