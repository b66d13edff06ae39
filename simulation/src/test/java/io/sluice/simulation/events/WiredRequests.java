package io.sluice.simulation.events;

import io.sluice.simulation.Wire;
import io.sluice.testkit.requests.Requests;
import java.util.function.Supplier;

/// Requests to a bucket over one actor's wire.
///
/// @param late whether a request may arrive when nobody waits for it any more
record WiredRequests(Wire wire, boolean late) implements Requests {
    @Override
    public <T> T read(Supplier<String> name, Supplier<T> request) {
        return wire.read(name, request);
    }

    @Override
    public <T> T write(Supplier<String> name, Supplier<T> request) {
        return late ? wire.write(name, request) : wire.writeInTime(name, request);
    }
}
