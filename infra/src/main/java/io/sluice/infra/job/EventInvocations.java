package io.sluice.infra.job;

import io.sluice.deployment.EventInvocation;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.lambda.destinations.SqsDestination;
import software.amazon.awscdk.services.sqs.IQueue;

/// Asynchronous invocations of a function's alias, as CDK takes them.
public final class EventInvocations {
    private EventInvocations() {}

    /// Sets how they are tried, and where those go that are given up.
    public static void configure(SluiceFunction function, EventInvocation wanted, IQueue failures) {
        var options = EventInvokeConfigOptions.builder().onFailure(new SqsDestination(failures));
        wanted.retries().ifPresent(options::retryAttempts);
        wanted.ageMax().ifPresent(age -> options.maxEventAge(Duration.seconds(age.toSeconds())));
        function.live().configureAsyncInvoke(options.build());
    }
}
