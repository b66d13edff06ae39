package io.sluice.local.serve.replica;

import io.sluice.app.Stream;
import io.sluice.call.Call;
import io.sluice.call.CallGroups;
import io.sluice.event.CallSettings.Retries;
import io.sluice.flush.TableLostException;
import io.sluice.ingest.FunctionUnavailableException;
import io.sluice.local.serve.streams.ApiException;
import io.sluice.local.serve.streams.StreamCounts;
import io.sluice.local.serve.streams.StreamState;
import io.sluice.objects.StoreException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// A stream at one replica. Thread-safe.
final class ReplicaStream implements AutoCloseable {
    private final StreamState state;
    private final Stream stream;
    private final CallGroups groups;
    private final Consumer<String> warnings;
    private final StreamCounts figures = new StreamCounts();
    private final ClientCounts nameless = new ClientCounts();
    private volatile Optional<String> trouble = Optional.empty();

    /// @param stream   closed with this
    /// @param nanos    a monotonic clock
    /// @param warnings told when calls begin to fail
    ReplicaStream(StreamState state, Stream stream, LongSupplier nanos, Consumer<String> warnings) {
        this.state = state;
        this.stream = stream;
        this.groups = stream.intake().calls(nanos);
        this.warnings = warnings;
    }

    StreamState state() {
        return state;
    }

    Retries retries() {
        return stream.configuration().sluice().events().calls().retries();
    }

    StreamCounts figures() {
        return figures;
    }

    /// Calls whose client did not name them, by client.
    ClientCounts nameless() {
        return nameless;
    }

    /// The reason why the last group of calls was not staged; empty when it was.
    Optional<String> trouble() {
        return trouble;
    }

    /// Stages a call: when it returns, all of its records are staged.
    ///
    /// @throws ApiException when nothing is promised, and the call must come again
    void put(Call call) {
        try {
            if (groups.put(call) == CallGroups.Attempt.REPEATED) {
                figures.repeats.increment();
            } else {
                figures.puts.increment();
                figures.records.add(call.records().size());
                call.records().forEach(each -> figures.bytes.add(each.length));
            }
            trouble = Optional.empty();
        } catch (StoreException | TableLostException | FunctionUnavailableException e) {
            fail(call, String.valueOf(e.getMessage()));
            throw ApiException.unavailable("Slow down.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The server ends.");
        }
    }

    private void fail(Call call, String why) {
        figures.throttled.add(call.records().size());
        if (trouble.isEmpty()) {
            warnings.accept("Calls of stream " + state.name() + " are refused, and must come again: " + why);
        }
        trouble = Optional.of(why);
    }

    /// Has calls wait for others no more.
    void hurry() {
        groups.hurry();
    }

    @Override
    public void close() {
        stream.close();
    }
}
