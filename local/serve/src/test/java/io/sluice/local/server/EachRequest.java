package io.sluice.local.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Tries a process once for each of its requests, several side by side: they mostly wait for the servers.
final class EachRequest {
    private static final int AT_ONCE = 3;

    private EachRequest() {}

    /// A try of a process, on a stream of its own.
    @FunctionalInterface
    interface Attempt {
        /// @param request that goes wrong, from 1; 0: none
        /// @return how many requests were made
        int at(int request) throws IOException;
    }

    /// The undisturbed process first, then each request of it, and each further one that shows on the way.
    ///
    /// @return the most requests that were made
    static int of(Attempt attempt) throws IOException {
        int requests = Math.max(1, attempt.at(0));
        int tried = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            while (tried < requests) {
                List<Callable<Integer>> attempts = new ArrayList<>();
                for (int request = tried + 1; request <= requests; request++) {
                    int number = request;
                    attempts.add(() -> attempt.at(number));
                }
                tried = requests;
                for (Future<Integer> made : threads.invokeAll(attempts)) {
                    requests = Math.max(requests, made.get());
                }
            }
            return requests;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
