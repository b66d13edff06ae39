package io.sluice.testkit.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One execution environment of a function: a process of the managed runtime with nothing on its class path but what
/// Lambda brings and what lies in the function's task root.
public final class ExecutionEnvironment implements AutoCloseable {
    /// The way in which an environment comes to its first invocation.
    public enum Initialization {
        /// When it is needed.
        ON_DEMAND("on-demand"),
        /// Before, for a snapshot: it waits to be restored.
        SNAP_START("snap-start");

        private final String type;

        Initialization(String type) {
            this.type = type;
        }
    }

    private final RuntimeApi api;
    private final Process process;

    private ExecutionEnvironment(RuntimeApi api, Process process) {
        this.api = api;
        this.process = process;
    }

    /// Starts a function.
    ///
    /// @param taskRoot  with the function's code
    /// @param handler   the function's `Handler` property
    /// @param variables the function's environment variables
    /// @param log       what the function writes to CloudWatch Logs, added at its end
    public static ExecutionEnvironment start(ManagedRuntime runtime, TaskRoot taskRoot, String handler,
            Map<String, String> variables, Initialization initialization, Path log) throws IOException {
        var api = RuntimeApi.start();
        var builder = new ProcessBuilder(runtime.command(handler)).directory(taskRoot.folder().toFile());
        builder.environment().clear();
        builder.environment().putAll(runtimeVariables(api, taskRoot, handler, initialization));
        builder.environment().putAll(variables);
        try {
            return new ExecutionEnvironment(api,
                    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start());
        } catch (IOException e) {
            api.close();
            throw e;
        }
    }

    /// Invokes the function as Lambda does: past the deadline, the environment is gone.
    public InvocationOutcome invoke(byte[] event, Duration timeout) throws InterruptedException {
        var outcome = api.invoke(event, Instant.now().plus(timeout)).applyToEither(exit(), first -> first);
        try {
            return outcome.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            close();
            return new InvocationOutcome.TimedOut();
        } catch (ExecutionException e) {
            throw new IllegalStateException("An outcome is a value, never a failure", e);
        }
    }

    /// Waits until an environment that was started for SnapStart has run what is to run before the snapshot.
    ///
    /// @throws IllegalStateException when it ends instead
    public void awaitSnapshot(Duration patience) throws InterruptedException, TimeoutException {
        var gone = process.onExit().thenApply(exited -> false);
        try {
            if (!api.primed().applyToEither(gone, first -> first).get(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("The runtime ended before its snapshot");
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("A snapshot is a value, never a failure", e);
        }
    }

    /// Lets the runtime go on from its snapshot.
    public void restore() {
        api.restore();
    }

    /// The calls of the runtime so far; see [RuntimeApi#calls].
    public List<String> calls() {
        return api.calls();
    }

    /// Tests whether the process still runs.
    public boolean isAlive() {
        return process.isAlive();
    }

    /// The process's number.
    public long pid() {
        return process.pid();
    }

    /// Ends the process from one moment to the next; invocations under way end with it.
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /// Asks the process to end, so that its JVM does what it does at its end.
    ///
    /// @return `false` where it still runs after `patience`
    public boolean stop(Duration patience) throws InterruptedException {
        process.destroy();
        return process.waitFor(patience);
    }

    private CompletableFuture<InvocationOutcome> exit() {
        return process.onExit().thenApply(exited -> new InvocationOutcome.Exited(exited.exitValue()));
    }

    private static Map<String, String> runtimeVariables(RuntimeApi api, TaskRoot taskRoot, String handler,
            Initialization initialization) {
        var variables = new LinkedHashMap<String, String>();
        variables.put("AWS_LAMBDA_RUNTIME_API", api.authority());
        variables.put("AWS_LAMBDA_INITIALIZATION_TYPE", initialization.type);
        variables.put("AWS_LAMBDA_FUNCTION_NAME", "sluice");
        variables.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
        variables.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1769");
        variables.put("AWS_LAMBDA_LOG_FORMAT", "TEXT");
        variables.put("LAMBDA_TASK_ROOT", taskRoot.folder().toString());
        variables.put("_HANDLER", handler);
        return variables;
    }

    @Override
    public void close() {
        kill();
        api.close();
    }
}
