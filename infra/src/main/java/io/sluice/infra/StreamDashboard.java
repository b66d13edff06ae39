package io.sluice.infra;

import io.sluice.deployment.DashboardBody;
import io.sluice.deployment.SourceWatch;
import io.sluice.deployment.StreamDefinition;
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
    /// @param source what is known of the source
    /// @param alarms whose states are shown
    /// @param names  of the functions
    record Props(StreamDefinition definition, SourceWatch source, List<IAlarm> alarms, TokenNames names,
            Platform platform) {}

    StreamDashboard(Construct scope, String id, Props props) {
        super(scope, id);
        var body = DashboardBody.of(props.definition(), props.alarms().stream().map(IAlarm::getAlarmArn).toList(),
                props.source());
        CfnDashboard.Builder.create(new Construct(this, "Page"), "Resource")
                .dashboardName(props.platform().name("stream")).dashboardBody(props.names().fill(body)).build();
    }
}
