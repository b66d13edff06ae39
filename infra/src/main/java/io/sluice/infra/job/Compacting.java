package io.sluice.infra.job;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.storage.ViewAccess;
import io.sluice.view.DayMoveException;
import io.sluice.view.ViewTables;
import java.nio.file.Path;
import java.util.Optional;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;

/// The parts of a compaction, for a stream whose configuration says `Sluice.Compaction`; not used for any other.
///
/// @param jar             of its function
/// @param athenaWorkgroup where the view over both is replaced; empty: its text is left in the bucket
public record Compacting(Path jar, Optional<String> athenaWorkgroup) {
    /// @throws DeploymentException when a view is to be replaced and the stream has no table for it
    public Optional<ViewAccess> view(StreamDefinition definition, IBucket data, Optional<IKey> key) {
        return athenaWorkgroup.map(workgroup -> {
            try {
                return new ViewAccess(workgroup, ViewTables.ofCompaction(definition.configuration()).database(), data,
                        key);
            } catch (DayMoveException e) {
                throw new DeploymentException("athenaWorkgroup=" + workgroup + ": " + e.getMessage());
            }
        });
    }
}
