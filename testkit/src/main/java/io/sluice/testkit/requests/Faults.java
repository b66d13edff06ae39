package io.sluice.testkit.requests;

import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Numbers the requests of a process, and makes one of them go wrong.
public final class Faults implements Requests {
    /// The way in which a request goes wrong.
    public enum Kind {
        /// The process dies before it.
        CRASH_BEFORE,
        /// It is applied, and the process dies.
        CRASH_AFTER,
        /// It is applied, and its answer is lost; for a request that reads: it fails.
        ANSWER_LOST
    }

    /// The end of a process.
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash(String request) {
            super(request);
        }
    }

    private final Runnable between;
    /// The names of the requests since the last fault was armed, in their order.
    public final List<String> requests = new ArrayList<>();
    private Kind kind = Kind.CRASH_BEFORE;
    private int at = -1;

    /// @param between runs after each request that writes
    public Faults(Runnable between) {
        this.between = between;
    }

    /// Arms the fault: the request of that number, from 0, counted from now on.
    public void arm(Kind how, int number) {
        requests.clear();
        kind = how;
        at = number;
    }

    /// No further faults.
    public void disarm() {
        requests.clear();
        at = -1;
    }

    /// These faults, for one of several ports.
    ///
    /// @param port what the names of its requests begin with
    public Requests of(String port) {
        return new Requests() {
            @Override
            public <T> T read(Supplier<String> name, Supplier<T> request) {
                return Faults.this.read(() -> port + " " + name.get(), request);
            }

            @Override
            public <T> T write(Supplier<String> name, Supplier<T> request) {
                return Faults.this.write(() -> port + " " + name.get(), request);
            }
        };
    }

    @Override
    public <T> T read(Supplier<String> name, Supplier<T> request) {
        return run(name.get(), request, () -> {}, StoreException.Kind.UNAVAILABLE);
    }

    @Override
    public <T> T write(Supplier<String> name, Supplier<T> request) {
        return run(name.get(), request, between, StoreException.Kind.UNKNOWN);
    }

    private <T> T run(String name, Supplier<T> request, Runnable changed, StoreException.Kind lost) {
        boolean struck = requests.size() == at;
        requests.add(name);
        if (struck && kind == Kind.CRASH_BEFORE) {
            throw new Crash(name);
        }
        T answer = request.get();
        changed.run();
        if (struck && kind == Kind.CRASH_AFTER) {
            throw new Crash(name);
        }
        if (struck) {
            throw new StoreException(lost, name + ": the answer is lost");
        }
        return answer;
    }
}
