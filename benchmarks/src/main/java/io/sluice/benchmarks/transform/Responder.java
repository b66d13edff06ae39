package io.sluice.benchmarks.transform;

import io.sluice.benchmarks.rounds.Contestant;
import java.io.IOException;

/// A way from an event's bytes to its response's, inside this process.
@FunctionalInterface
interface Responder {
    byte[] respond(byte[] event) throws IOException;

    /// The responder at work on one event; its responses are dropped.
    default Contestant contestant(String name, byte[] event) {
        return Contestant.of(name, () -> respond(event));
    }
}
