package io.sluice.deployment;

/// The name under which a stack exports its buffer's bucket, which no two stacks of a region can: a buffer that is
/// declared in another stack while the one before holds it would be an empty one, and CloudFormation refuses to make
/// it (`docs/decisions/0102-storage-is-locked-by-a-name.md`).
public final class StorageLock {
    private StorageLock() {}

    /// Of letters, digits, `:` and `-`, as an export's name may have them. A stream's name has `_` and `.` besides, and
    /// no `:`.
    public static String of(String stream) {
        return "Sluice:Buffer:" + stream.replace("_", ":5f").replace(".", ":2e");
    }
}
