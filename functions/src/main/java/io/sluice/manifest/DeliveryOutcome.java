package io.sluice.manifest;

/// How an attempt to write a delivery's object ended.
public enum DeliveryOutcome {
    /// The object is there, with these bytes.
    WRITTEN,
    /// It is not known to be there; the delivery stays open.
    FAILED
}
