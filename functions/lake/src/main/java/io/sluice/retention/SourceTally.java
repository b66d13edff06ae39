package io.sluice.retention;

import io.sluice.source.SourceObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Counts what an erasure does to a source. Not safe for use by several threads.
final class SourceTally {
    private static final int KEYS_MAX = 1_000;
    private static final int LEFT_MAX = 100;

    private final List<String> deleted = new ArrayList<>();
    private final List<String> rewritten = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private final Map<String, Integer> passed = new TreeMap<>();
    private long objects;
    private long records;
    private long untold;
    private long leftCount;

    /// Counts what became of some objects.
    ///
    /// @return how many of them are done, up to the first that there was no time for
    int add(List<SourceObject> some, List<SourceOutcome> outcomes) {
        int done = some.size();
        for (int i = 0; i < some.size(); i++) {
            String key = some.get(i).key().value();
            if (!(outcomes.get(i) instanceof SourceOutcome.OutOfTime)) {
                add(key, outcomes.get(i));
            } else if (objects == 0) {
                add(key, new SourceOutcome.Left(
                        "it takes longer than this invocation may; erase with ./sluice erase on a"
                                + " machine"));
            } else {
                done = Math.min(done, i);
            }
        }
        return done;
    }

    private void add(String key, SourceOutcome outcome) {
        if (outcome instanceof SourceOutcome.Passed(String reason)) {
            passed.merge(reason, 1, Integer::sum);
            return;
        }
        objects++;
        switch (outcome) {
            case SourceOutcome.Untouched(long others) -> untold += others;
            case SourceOutcome.Deleted(long its) -> {
                records += its;
                keep(key, deleted, KEYS_MAX);
            }
            case SourceOutcome.Rewritten(long its, long others) -> {
                records += its;
                untold += others;
                keep(key, rewritten, KEYS_MAX);
            }
            case SourceOutcome.Left(String why) -> {
                leftCount++;
                keep(key + ": " + why, left, LEFT_MAX);
            }
            case SourceOutcome.Passed _,SourceOutcome.OutOfTime _ -> throw new IllegalArgumentException(key);
        }
    }

    private static void keep(String text, List<String> in, int max) {
        if (in.size() < max) {
            in.add(text);
        }
    }

    /// @param after where the next erasure goes on; empty at the end of the source
    SourceErasureReport report(String prefix, Optional<String> after) {
        return new SourceErasureReport(prefix, objects, records, deleted, rewritten, left, leftCount, untold, passed,
                after);
    }
}
