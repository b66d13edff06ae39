package io.sluice.local.smoke;

/// Whoever the credentials belong to, as AWS STS tells.
interface CloudCaller {
    /// The number of the account.
    String account();
}
