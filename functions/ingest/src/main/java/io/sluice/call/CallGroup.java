package io.sluice.call;

import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import io.sluice.index.Receipts;
import io.sluice.position.RecordName;
import java.util.Collection;
import java.util.List;

/// Calls of one stream that are staged together, as one batch.
///
/// @param stream its name
/// @param calls  1 to [#CALLS_MAX], no two of one id
public record CallGroup(String stream, List<Call> calls) {
    /// One receipt each: with their entry they fill a transaction.
    public static final int CALLS_MAX = Receipts.NAMES_MAX;
    /// The payloads of several calls; one call alone may have all that Firehose takes.
    static final long BYTES_MAX = 4L << 20;

    /// @throws IllegalArgumentException when there are none, too many, or one twice
    public CallGroup {
        calls = List.copyOf(calls);
        if (calls.isEmpty() || calls.size() > CALLS_MAX
                || calls.stream().map(Call::id).distinct().count() != calls.size()) {
            throw new IllegalArgumentException("a group of 1 to " + CALLS_MAX + " calls, each once, and not of "
                    + calls.size());
        }
    }

    /// Tests whether one more call goes with those that are in a group.
    ///
    /// @param calls how many these are
    /// @param bytes of their payloads
    static boolean takes(int calls, long bytes, Call another) {
        return calls == 0 || (calls < CALLS_MAX && bytes + another.bytes() <= BYTES_MAX);
    }

    /// The same group without some of its calls.
    ///
    /// @throws IllegalArgumentException when none is left
    public CallGroup without(Collection<RecordName> ids) {
        return new CallGroup(stream, calls.stream().filter(each -> !ids.contains(each.id())).toList());
    }

    /// The records of the calls, in their order.
    public SourceBatch batch() {
        return new SourceBatch(SourceType.DIRECT, stream, "", calls.stream().flatMap(Call::sourceRecords).toList());
    }
}
