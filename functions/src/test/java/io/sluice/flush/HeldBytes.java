package io.sluice.flush;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the staged bytes that were read and are in no object yet. Safe for concurrent use.
final class HeldBytes {
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();

    /// The most that were held at once.
    long peak() {
        return peak.get();
    }

    long now() {
        return held.get();
    }

    /// What is read of `store` is held from the request on.
    ObjectStore reading(ObjectStore store, Runnable beforeEach) {
        return intercepted(store, (request, argument) -> {
            if (argument instanceof ByteRange range) {
                beforeEach.run();
                peak.accumulateAndGet(held.addAndGet(range.length()), Math::max);
            }
            return request.call();
        });
    }

    /// What is written to `store` is held until the request ends.
    ObjectStore writing(ObjectStore store, Runnable beforeEach) {
        return writing(store, beforeEach, 0);
    }

    /// The same, of objects that are made of so many staged bytes more than they have.
    ObjectStore writing(ObjectStore store, Runnable beforeEach, long more) {
        return intercepted(store, (request, argument) -> {
            if (!(argument instanceof Body body)) {
                return request.call();
            }
            beforeEach.run();
            Object created = request.call();
            held.addAndGet(-body.length() - more);
            return created;
        });
    }

    private interface Request {
        Object call() throws Throwable;
    }

    private interface Interception {
        Object apply(Request request, Object secondArgument) throws Throwable;
    }

    private static ObjectStore intercepted(ObjectStore store, Interception interception) {
        return (ObjectStore) Proxy.newProxyInstance(ObjectStore.class.getClassLoader(), new Class<?>[]{
                ObjectStore.class}, (_, method, arguments) -> interception.apply(() -> {
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }, arguments.length > 1 ? arguments[1] : ""));
    }
}
