package io.sluice.manifest;

/// The outcome of an attempt to write a delivery's object.
public enum DeliveryOutcome {
    /// The object is there, with these bytes.
    WRITTEN,
    /// S3 refused it, and it is not there.
    REFUSED,
    /// It is not known to be there; a later attempt may find that it is.
    UNCERTAIN
}
