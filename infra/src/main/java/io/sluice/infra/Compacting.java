package io.sluice.infra;

import io.sluice.compaction.CompactionException;
import io.sluice.compaction.CompactionPlan;
import java.nio.file.Path;
import java.util.Optional;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;

/// What compacts a stream whose configuration says `Sluice.Compaction`; of any other it is not used.
///
/// @param jar             of its function
/// @param athenaWorkgroup where the view over both is replaced; empty: its text is left in the bucket
record Compacting(Path jar, Optional<String> athenaWorkgroup) {
    /// @throws DeploymentException when a view is to be replaced and the stream has no table for it
    Optional<ViewAccess> view(StreamDefinition definition, IBucket data, Optional<IKey> key) {
        return athenaWorkgroup.map(workgroup -> {
            try {
                return new ViewAccess(workgroup, CompactionPlan.view(definition.configuration()).database(), data,
                        key);
            } catch (CompactionException e) {
                throw new DeploymentException("athenaWorkgroup=" + workgroup + ": " + e.getMessage());
            }
        });
    }
}
