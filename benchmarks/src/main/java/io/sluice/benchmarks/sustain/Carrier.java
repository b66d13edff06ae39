package io.sluice.benchmarks.sustain;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Lets requests take their time: a gate of the service, a wait, the function's network, another wait. For
/// [VirtualTime]'s one thread.
final class Carrier {
    private final Stores stores;
    private final ClientCost client;
    private final Gate puts;
    private final Gate gets;
    private final Map<Integer, Gate> shards = new HashMap<>();
    private long waitingNanos;

    Carrier(Stores stores, ClientCost client) {
        this.stores = stores;
        this.client = client;
        this.puts = new Gate(stores.writesPerSecond());
        this.gets = new Gate(stores.readsPerSecond());
    }

    /// A GET, HEAD or LIST: the wait, and then its bytes. What is given is what is there when the last one arrives.
    <T> T read(long bytes, Supplier<T> request) {
        VirtualTask task = VirtualTask.required();
        task.charge(Math.round(client.receiving(bytes)));
        waitingNanos += stores.read().toNanos();
        VirtualTime time = task.machine().time();
        return task.pause(() -> time.at(gets.admit(time.nanos(), 1) + stores.read().toNanos(),
                () -> time.at(task.machine().carry(bytes), () -> task.machine().ready(task))), request);
    }

    /// A PUT: its bytes, and then the wait.
    <T> T write(long bytes, Supplier<T> request) {
        return write(bytes, stores.write(), request);
    }

    /// A DELETE, whose bytes are few.
    <T> T delete(Supplier<T> request) {
        return write(0, stores.read(), request);
    }

    private <T> T write(long bytes, Duration wait, Supplier<T> request) {
        VirtualTask task = VirtualTask.required();
        task.charge(Math.round(client.sending(bytes)));
        waitingNanos += wait.toNanos();
        VirtualTime time = task.machine().time();
        return task.pause(() -> time.at(puts.admit(time.nanos(), 1),
                () -> time.at(task.machine().carry(bytes) + wait.toNanos(), () -> task.machine().ready(task))),
                request);
    }

    /// A request to DynamoDB.
    ///
    /// @param units by partition key, the write units that it takes
    <T> T index(Map<Integer, Long> units, Supplier<T> request) {
        VirtualTask task = VirtualTask.required();
        task.charge(Math.round(client.index()));
        VirtualTime time = task.machine().time();
        return task.pause(() -> {
            long through = time.nanos();
            for (Map.Entry<Integer, Long> each : units.entrySet()) {
                Gate shard = shards.computeIfAbsent(each.getKey(), _ -> new Gate(stores.writeUnits()));
                through = Math.max(through, shard.admit(time.nanos(), each.getValue()));
            }
            time.at(through + stores.index().toNanos(), () -> task.machine().ready(task));
        }, request);
    }

    /// The time that S3's requests waited for S3, all together.
    long waitingNanos() {
        return waitingNanos;
    }
}
