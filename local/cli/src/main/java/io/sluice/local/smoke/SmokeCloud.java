package io.sluice.local.smoke;

import io.sluice.local.UsageException;

/// The services of one account and region that a smoke run uses, each behind a port of its own. A port's method fails
/// with a [SmokeException] or the SDK's own exception; what is to be removed and is not there is no failure.
///
/// @param closing ends the clients behind the ports
public record SmokeCloud(CloudCaller caller, CloudBuckets buckets, CloudStacks stacks, CloudFunctions functions,
        CloudQueues queues, CloudTables tables,
        CloudSchedules schedules, Runnable closing) implements AutoCloseable {
    /// The number of the account.
    ///
    /// @throws UsageException when no account answers to the credentials
    public String account() {
        try {
            return caller.account();
        } catch (RuntimeException e) {
            throw new UsageException("No account answers, and nothing was made: " + CloudFailure.said(e));
        }
    }

    @Override
    public void close() {
        closing.run();
    }
}
