package io.sluice.repartition;

import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Numbers the requests of a world, and makes one of them go wrong.
public final class Faults {
    /// How a request goes wrong.
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

    <T> T read(String name, Supplier<T> request) {
        return run(name, request, () -> {}, StoreException.Kind.UNAVAILABLE);
    }

    <T> T write(String name, Supplier<T> request) {
        return run(name, request, between, StoreException.Kind.UNKNOWN);
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
