package io.sluice.local.verify;

import io.sluice.local.verify.Finding.Kind;
import java.util.List;
import java.util.Map;

/// The verdict on what was delivered, compared with the input.
///
/// @param unit         what is counted: `record`, or `line` or `document` where a record may be several of them
/// @param accepted     units that the input asks for, dropped ones included, without those that an unfinished run has
///        not taken in yet
/// @param delivered    units in objects
/// @param rejected     units in error objects
/// @param dropped      records that the transformation drops
/// @param pending      units that an unfinished run has staged and not delivered
/// @param notFed       units that an unfinished run has not taken in yet, as far as can be told
/// @param objects      objects that were read, error objects included
/// @param errorObjects error objects among them
/// @param otherFiles   files in the bucket's folder that are not the stream's
/// @param unfinished   whether the folder holds a run that was cut short
/// @param counts       findings by kind; a kind without any is left out
/// @param findings     the first of each kind, named
public record Verdict(String unit, long accepted, long delivered, long rejected, long dropped, long pending,
        long notFed,
        long objects, long errorObjects, long otherFiles, boolean unfinished, Map<Kind, Long> counts,
        List<Finding> findings) {
    public Verdict {
        counts = Map.copyOf(counts);
        findings = List.copyOf(findings);
    }

    /// Tests whether nothing is wrong with what was delivered.
    public boolean agrees() {
        return counts.isEmpty();
    }

    /// Tests whether accepted = delivered + rejected + dropped + pending.
    public boolean balances() {
        return accepted == delivered + rejected + dropped + pending;
    }
}
