package io.sluice.local.cli;

import io.sluice.local.UsageException;
import io.sluice.local.rejects.RejectBound;
import java.util.Optional;
import picocli.CommandLine.Option;

/// `--max-rejected` and `--strict`, of the commands that feed records.
final class RejectOptions {
    @Option(names = "--max-rejected", paramLabel = "N|N%", description = {
            "Exit with 1 when more records are rejected than this number, or than this share of all (default: half of"
                    + " them)."})
    private Optional<String> most = Optional.empty();

    @Option(names = "--strict", description = "The same as --max-rejected 0.")
    private boolean strict;

    boolean isGiven() {
        return strict || most.isPresent();
    }

    /// The bound: the one that is asked for, or [RejectBound#MOST].
    ///
    /// @throws UsageException when both are given, or the bound is none
    RejectBound bound() {
        if (strict && most.isPresent()) {
            throw new UsageException("--strict is --max-rejected 0; leave out one of the two");
        }
        try {
            return strict ? RejectBound.parse("0") : most.map(RejectBound::parse).orElse(RejectBound.MOST);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--max-rejected: " + e.getMessage());
        }
    }
}
