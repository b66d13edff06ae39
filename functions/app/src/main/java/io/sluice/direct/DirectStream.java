package io.sluice.direct;

import io.sluice.api.ApiException;
import io.sluice.api.StreamState;
import io.sluice.app.Stream;
import io.sluice.call.Call;
import io.sluice.call.CallGroups;
import io.sluice.event.CallSettings.Retries;
import io.sluice.firehose.SourceType;
import io.sluice.flush.TableLostException;
import io.sluice.ingest.FunctionUnavailableException;
import io.sluice.api.CallCounts;
import io.sluice.objects.StoreException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// A stream of calls, at one of those that take them. Thread-safe.
public final class DirectStream implements AutoCloseable {
    private final StreamState state;
    private final Stream stream;
    private final CallGroups groups;
    private final GroupAgeMetric ages;
    private final Consumer<String> warnings;
    private final CallCounts figures = new CallCounts();
    private final ClientCounts nameless = new ClientCounts();
    private volatile Optional<String> trouble = Optional.empty();

    /// @param stream   closed with this
    /// @param ages     takes those of its groups
    /// @param nanos    a monotonic clock
    /// @param warnings told when calls begin to fail
    /// @throws IllegalArgumentException when the stream is not one of calls
    public DirectStream(StreamState state, Stream stream, GroupAgeMetric ages, LongSupplier nanos,
            Consumer<String> warnings) {
        SourceType source = stream.configuration().sluice().events().source();
        if (source != SourceType.DIRECT) {
            throw new IllegalArgumentException("the stream " + state.name() + " takes what comes of "
                    + source.described() + "; to have it take calls set Sluice.Source to {\"Type\": \"direct\"}");
        }
        this.state = state;
        this.stream = stream;
        this.ages = ages;
        this.groups = stream.intake().calls(nanos, ages);
        this.warnings = warnings;
    }

    /// The stream, as the API tells of it.
    public StreamState state() {
        return state;
    }

    /// What becomes of another attempt at a call.
    Retries retries() {
        return stream.configuration().sluice().events().calls().retries();
    }

    /// The counts of its calls here.
    public CallCounts figures() {
        return figures;
    }

    /// The ages of its groups here.
    public GroupAgeMetric ages() {
        return ages;
    }

    /// Calls whose client did not name them, by client.
    public ClientCounts nameless() {
        return nameless;
    }

    /// The reason why the last group of calls was not staged; empty when it was.
    public Optional<String> trouble() {
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
    public void hurry() {
        groups.hurry();
    }

    @Override
    public void close() {
        stream.close();
    }
}
