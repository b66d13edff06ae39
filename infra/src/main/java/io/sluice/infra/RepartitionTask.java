package io.sluice.infra;

import io.sluice.deployment.DeployedRepartition;
import io.sluice.deployment.DeploymentException;
import java.util.Optional;

/// The objects that are in the bucket already and may be moved into the stream's layout (`docs/how-to/repartition.md`):
/// those under a prefix, which a function of the stream's may then read, write and, where an execution asks for it,
/// delete.
///
/// ```java
/// var raw = RepartitionTask.of("raw/").replacingViewIn("primary");
/// ```
///
/// @param from            the source prefix, to its last slash
/// @param athenaWorkgroup where the view over both layouts is replaced when a day is moved; empty: its text is left in
///     the bucket
public record RepartitionTask(String from, Optional<String> athenaWorkgroup) {
    /// @throws DeploymentException when the prefix is empty: all of the bucket would be the source
    public RepartitionTask {
        DeployedRepartition.requirePrefix(from);
    }

    /// A repartition that leaves the view's text in the bucket.
    ///
    /// @throws DeploymentException as the constructor
    public static RepartitionTask of(String from) {
        return new RepartitionTask(from, Optional.empty());
    }

    /// The same, and the view is replaced by Athena. The workgroup must not enforce a result location of its own.
    public RepartitionTask replacingViewIn(String athenaWorkgroup) {
        return new RepartitionTask(from, Optional.of(athenaWorkgroup));
    }
}
