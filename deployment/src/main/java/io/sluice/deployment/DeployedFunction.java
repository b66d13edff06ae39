package io.sluice.deployment;

import java.time.Duration;
import java.util.Optional;

/// One of a stream's functions, as Lambda gets it. Sizes are argued in `docs/decisions/0006-function-sizing.md`.
///
/// @param part        what it is called after the stream: `transform`, `flush`, `retention`, `compaction`, `iceberg`
/// @param code        the jar that it runs
/// @param memoryMib   memory, and CPU in proportion: 1,769 MiB are one vCPU
/// @param storageMib  temporary storage; empty: Lambda's 512 MB, which is all that SnapStart goes with (AWS Lambda
///     developer guide, "Improving startup performance with Lambda SnapStart")
/// @param concurrency executions at once that are reserved and the most there may be; empty: the account's pool
public record DeployedFunction(String part, String description, String handler, Code code, int memoryMib,
        Duration timeout, Optional<Integer> storageMib, Optional<Integer> concurrency) {
    /// A jar of a release.
    public enum Code {
        /// All of the functions, without what reads and writes Parquet.
        FUNCTIONS("sluice-functions"),
        /// The same with what reads and writes Parquet.
        PARQUET("sluice-parquet"),
        /// The same with Iceberg.
        REGISTRAR("sluice-registrar");

        private final String artifact;

        Code(String artifact) {
            this.artifact = artifact;
        }

        /// Its artifact: a release has it as `<artifact>-<version>-lambda.jar`.
        public String artifact() {
            return artifact;
        }
    }

    /// Tests whether it may start from a snapshot.
    public boolean startsFromSnapshot() {
        return storageMib.isEmpty();
    }

    /// The same with another jar.
    public DeployedFunction with(Code other) {
        return new DeployedFunction(part, description, handler, other, memoryMib, timeout, storageMib, concurrency);
    }

    /// The same without a reservation.
    public DeployedFunction uncapped() {
        return new DeployedFunction(part, description, handler, code, memoryMib, timeout, storageMib,
                Optional.empty());
    }
}
