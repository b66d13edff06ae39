package io.sluice.iceberg;

import java.util.function.Predicate;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/// The commits of a run, and how often one is tried again. Nothing is deleted where one failed: a refusal may be the
/// answer to an earlier attempt of this very commit, made by what sent it. What no snapshot names is swept.
final class Attempts {
    private static final int CONFLICTS_MAX = 50;
    private static final int UNKNOWN_MAX = 3;

    private int conflicts;
    private int unknown;
    private int commits;

    /// The commits that were made, as far as it is known.
    int commits() {
        return commits;
    }

    /// Commits what was staged on a base.
    ///
    /// @param applied tells of the table as it is now whether this was applied, when the catalog does not
    /// @return false when it is not known to be applied: another base is to be taken
    /// @throws RuntimeException the catalog's own, when it failed otherwise, or too often
    boolean commit(TableOperations table, TableMetadata base, TableMetadata staged,
            Predicate<TableMetadata> applied) {
        try {
            table.commit(base, staged);
        } catch (CommitFailedException e) {
            if (++conflicts >= CONFLICTS_MAX) {
                throw e;
            }
            return false;
        } catch (RuntimeException e) {
            if (!isApplied(table, applied, e)) {
                if (!(e instanceof CommitStateUnknownException) || ++unknown >= UNKNOWN_MAX) {
                    throw e;
                }
                return false;
            }
        }
        commits++;
        conflicts = 0;
        return true;
    }

    private static boolean isApplied(TableOperations table, Predicate<TableMetadata> applied, RuntimeException cause) {
        try {
            return applied.test(table.refresh());
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
            throw cause;
        }
    }
}
