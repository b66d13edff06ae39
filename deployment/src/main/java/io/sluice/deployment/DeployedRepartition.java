package io.sluice.deployment;

import io.sluice.repartition.RepartitionRequest;
import io.sluice.repartition.RepartitionSettings.Rejects;
import io.sluice.repartition.RepartitionSettings.Trouble;
import io.sluice.view.DayMoveException;
import io.sluice.view.ViewTables;
import java.util.Map;
import java.util.Optional;

/// A stream's repartition, as it is deployed: one that its function, which has the rights to delete what the stream
/// writes, would not refuse when it is started.
///
/// @param from the source prefix, to its last slash
/// @param view where the view is replaced when a day is moved; empty: its text is left in the bucket
public record DeployedRepartition(String from, Optional<ViewReplacement> view) {
    /// Invocations at once are five times as many: what there is already is many days.
    private static final int DAYS_AT_ONCE = 10;

    /// That of objects under a prefix.
    ///
    /// @param workgroup of Athena, in which the view is replaced
    /// @throws DeploymentException when the stream has no buffer, or the source holds what the stream writes
    public static DeployedRepartition of(StreamDefinition definition, String from, Optional<String> workgroup) {
        requirePrefix(from);
        if (!definition.isBuffered()) {
            throw new DeploymentException(
                    "A repartition needs Sluice.Delivery \"buffer\": its records go through the partition buffer, and"
                            + " stream " + definition.stream() + " has none");
        }
        requireApart(definition, from);
        return new DeployedRepartition(from, workgroup.map(name -> view(definition, from, name)));
    }

    /// @throws DeploymentException when the prefix is empty: all of the bucket would be the source
    public static void requirePrefix(String from) {
        if (from.isEmpty() || from.startsWith("/") || from.contains("${")) {
            throw new DeploymentException("A repartition is of the objects under a prefix, such as raw/; \"" + from
                    + "\" is none");
        }
    }

    private static void requireApart(StreamDefinition definition, String from) {
        var configuration = definition.configuration();
        if (configuration.sluice().compaction().isPresent()) {
            throw new DeploymentException("Stream " + definition.stream() + " has Sluice.Compaction, and a view"
                    + " has one source: it cannot be repartitioned into as well. Give the target of "
                    + from + " a configuration with another DeliveryStreamName, or take Compaction out");
        }
        try {
            new RepartitionRequest(from, Optional.empty(), Trouble.STOP, Rejects.REFUSE,
                    RepartitionRequest.SETTLED_AFTER, RepartitionRequest.GRACE, Optional.empty())
                    .settings(configuration, configuration.bucket());
        } catch (DayMoveException e) {
            throw new DeploymentException("The repartition of stream " + definition.stream() + ": "
                    + e.getMessage());
        }
    }

    private static ViewReplacement view(StreamDefinition definition, String from, String workgroup) {
        try {
            return new ViewReplacement(workgroup, ViewTables.of(definition.configuration(), from, Optional.empty(),
                    Optional.empty()).database());
        } catch (DayMoveException e) {
            throw new DeploymentException("athenaWorkgroup " + workgroup + ": " + e.getMessage());
        }
    }

    /// The steps of its machine.
    public DayMoveDefinition steps() {
        return new DayMoveDefinition(DeployedName.REPARTITION_ARN,
                Map.of("source", from, "request.$", "$$.Execution.Input.request"), DAYS_AT_ONCE,
                RepartitionRequest.GRACE, view);
    }
}
