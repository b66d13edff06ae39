package io.sluice.testkit.requests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Writes down the name of each request before it is applied. Observers may throw in place of a request, or after it
/// when its answer is to be lost. Safe for concurrent use, as far as the observers are.
public final class RequestLog implements Requests {
    /// The names so far, in their order.
    public final List<String> names = Collections.synchronizedList(new ArrayList<>());
    private final Consumer<String> before;
    private final Consumer<String> after;

    /// @param before is told of each request before it is applied
    /// @param after  is told of it afterwards
    public RequestLog(Consumer<String> before, Consumer<String> after) {
        this.before = before;
        this.after = after;
    }

    @Override
    public <T> T read(Supplier<String> name, Supplier<T> request) {
        return carry(name.get(), request);
    }

    @Override
    public <T> T write(Supplier<String> name, Supplier<T> request) {
        return carry(name.get(), request);
    }

    private <T> T carry(String name, Supplier<T> request) {
        names.add(name);
        before.accept(name);
        T answer = request.get();
        after.accept(name);
        return answer;
    }
}
