package io.sluice.iceberg;

import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.Requests;
import java.util.function.Supplier;

/// The requests of a process that stays dead when it was killed: those after that are refused.
final class MortalProcess implements Requests {
    private final Faults faults;
    private final Runnable before;
    private boolean dead;

    /// @param faults when it is killed, or loses an answer
    /// @param before runs before each request, as long as it lives
    MortalProcess(Faults faults, Runnable before) {
        this.faults = faults;
        this.before = before;
    }

    @Override
    public <T> T read(Supplier<String> name, Supplier<T> request) {
        return alive(() -> faults.read(name, request));
    }

    @Override
    public <T> T write(Supplier<String> name, Supplier<T> request) {
        return alive(() -> faults.write(name, request));
    }

    private <T> T alive(Supplier<T> request) {
        if (dead) {
            throw new IllegalStateException("the process is dead");
        }
        before.run();
        try {
            return request.get();
        } catch (Faults.Crash e) {
            dead = true;
            throw e;
        }
    }
}
