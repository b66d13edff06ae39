package io.sluice.infra.job;

import io.sluice.infra.StreamDefinition;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.Suppressions;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.lambda.destinations.SqsDestination;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// The retention function and its daily run. Rules and erasures are invocations by hand. It is deployed whether or not
/// there is a default: rules come and go without a deployment, and a run without any reads one item.
public final class DailyRetention extends Construct {
    static final String HANDLER = "io.sluice.lambda.RetentionHandler::handleRequest";

    /// At night in Europe, after the end of a day in UTC.
    private static final String DAILY = "cron(30 2 * * ? *)";
    /// Lambda's longest: what is not done then is done by the next run.
    private static final Duration TIMEOUT = Duration.minutes(15);

    private final SluiceFunction function;
    private final CfnSchedule schedule;

    /// The properties of a daily retention run.
    ///
    /// @param access      what the function may do
    /// @param failures    takes runs that were not started or failed for good
    /// @param erasable    what erasures reach beside the stream's own objects
    public record Props(StreamDefinition definition, Path jar, Map<String, String> environment,
            BufferAccess access, IQueue failures, Optional<ErasableSource> erasable, Platform platform) {}

    public DailyRetention(Construct scope, String id, Props props) {
        super(scope, id);
        function = new SluiceFunction(this, "Retention",
                new SluiceFunction.Props(props.platform(), "retention",
                        "Sluice retention of the stream " + props.definition().stream(),
                        props.erasable().map(ErasableSource::jar).orElse(props.jar()),
                        HANDLER, props.environment(), props.definition().memory().flush(), TIMEOUT,
                        Optional.empty()));
        props.access().retention(props.erasable().map(ErasableSource::prefix)).forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefixes; S3 has no narrower resource than a key's prefix.");
        function.live().configureAsyncInvoke(EventInvokeConfigOptions.builder()
                .onFailure(new SqsDestination(props.failures())).build());
        props.platform().key()
                .ifPresent(_ -> Suppressions.suppressMatching(function.role(), FlusherFunction.QUEUE_KEY_GRANT,
                        "CDK's own grant of a queue with a key to who may send to it, on this one key."));
        schedule = Schedules.daily(this, "Removes objects that are older than their retention", DAILY, "{\"run\":true}",
                new Schedules.Start("retention-schedule", "Starts the daily retention run and reports when it cannot",
                        "lambda:InvokeFunction", function.live().getFunctionArn(), props.failures(),
                        props.platform()));
    }

    public SluiceFunction function() {
        return function;
    }

    public CfnSchedule schedule() {
        return schedule;
    }
}
