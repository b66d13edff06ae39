package io.sluice.local.run;

/// The way in which batches reach the transform function, and requests what keeps its data.
public enum Handover {
    /// As calls within this process: a batch as what the function would read out of an event, a request to S3 or
    /// DynamoDB as one to the files and tables themselves.
    DIRECT,
    /// As on AWS: a batch as a Lambda event, whose answer is checked as Firehose checks it, and a request as one over
    /// HTTP, signed, to the embedded servers.
    WIRE
}
