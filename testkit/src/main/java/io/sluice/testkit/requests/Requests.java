package io.sluice.testkit.requests;

import java.util.function.Supplier;

/// The way of requests to a port. Whoever carries them may write them down, throw in their place, or lose their answer.
public interface Requests {
    /// Carries each request as it is.
    Requests PLAIN = new Requests() {
        @Override
        public <T> T read(Supplier<String> name, Supplier<T> request) {
            return request.get();
        }

        @Override
        public <T> T write(Supplier<String> name, Supplier<T> request) {
            return request.get();
        }
    };

    /// Carries a request that changes nothing.
    ///
    /// @param name what it asks, as `GET key`
    /// @return its answer
    <T> T read(Supplier<String> name, Supplier<T> request);

    /// Carries a request that changes something.
    ///
    /// @param name what it asks, as `PUT key`
    /// @return its answer
    <T> T write(Supplier<String> name, Supplier<T> request);
}
