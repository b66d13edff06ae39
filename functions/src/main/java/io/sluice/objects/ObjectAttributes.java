package io.sluice.objects;

/// What is stored beside an object's bytes.
///
/// @param contentEncoding HTTP `Content-Encoding`; empty for none
/// @param fingerprint     identifies the writer's intent, so that a writer that meets an existing object can tell its own
///        earlier success from another's object; empty for none
public record ObjectAttributes(String contentEncoding, String fingerprint) {
    public static final ObjectAttributes NONE = new ObjectAttributes("", "");

    /// Firehose's content type for everything that it delivers (`firehose.md` §8 of the references; observed).
    public static final String CONTENT_TYPE = "application/octet-stream";
}
