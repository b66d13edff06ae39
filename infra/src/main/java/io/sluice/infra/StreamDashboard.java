package io.sluice.infra;

import io.sluice.deployment.DashboardBody;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.WatchedMetric.Single;
import io.sluice.infra.job.Platform;
import io.sluice.infra.storage.TokenNames;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.CfnDashboard;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.constructs.Construct;

/// The page of a stream, a [DashboardBody].
final class StreamDashboard extends Construct {
    /// The properties of a dashboard.
    ///
    /// @param lag    how far reading lags behind the source, where it has a measure of that
    /// @param alarms whose states are shown
    /// @param names  of the functions
    record Props(StreamDefinition definition, List<Single> lag, List<IAlarm> alarms, TokenNames names,
            Platform platform) {}

    StreamDashboard(Construct scope, String id, Props props) {
        super(scope, id);
        var body = DashboardBody.of(props.definition(), props.alarms().stream().map(IAlarm::getAlarmArn).toList(),
                props.lag());
        CfnDashboard.Builder.create(new Construct(this, "Page"), "Resource")
                .dashboardName(props.platform().name("stream")).dashboardBody(props.names().fill(body)).build();
    }
}
