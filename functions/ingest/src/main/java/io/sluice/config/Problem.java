package io.sluice.config;

/// One thing that is wrong, or doubtful, in a configuration.
///
/// @param severity what it means for the stream
/// @param path     JSON path of the value, as `$.ExtendedS3DestinationConfiguration.Prefix`
/// @param message  what is wrong and the remedy; contains Firehose's own message where Firehose has one
public record Problem(Severity severity, String path, String message) {
    /// The meaning of a problem for the stream.
    public enum Severity {
        ERROR, WARNING
    }
}
