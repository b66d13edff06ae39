package io.sluice.infra;

/// Whether the flusher's overlapping runs are capped by reserved concurrency.
public enum ConcurrencyCap {
    /// Two runs at most, taken out of the account's pool.
    RESERVED,
    /// No cap: for accounts whose quota is too small to reserve from (a new account's ten executions).
    NONE
}
