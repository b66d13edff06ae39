package io.sluice.infra;

/// The choice to cap the flusher's overlapping runs by reserved concurrency, or not to.
public enum ConcurrencyCap {
    /// Two runs at most, taken out of the account's pool.
    RESERVED,
    /// No cap: for accounts whose quota is too small to reserve from (a new account's ten executions).
    NONE
}
