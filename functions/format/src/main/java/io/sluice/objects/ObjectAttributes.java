package io.sluice.objects;

/// The attributes that are stored beside an object's bytes.
///
/// @param contentEncoding HTTP `Content-Encoding`; empty for none
/// @param fingerprint     identifies the writer's intent, so that a writer that meets an existing object can tell its
///        own earlier success from another's object; empty for none
/// @param rejected        records of the delivery that are not in the object because they were rejected while it was
///     made
/// @param discarded       records of the delivery that are in no object: their staged bytes were damaged, and an
///     operator gave them up
/// @param records         in the object, for whoever reads it; 0: it does not say
public record ObjectAttributes(String contentEncoding, String fingerprint, long rejected, long discarded,
        long records) {
    public static final ObjectAttributes NONE = new ObjectAttributes("", "");

    /// Attributes of an object that no record was rejected for.
    public ObjectAttributes(String contentEncoding, String fingerprint) {
        this(contentEncoding, fingerprint, 0);
    }

    /// Attributes of an object of a delivery that is whole.
    public ObjectAttributes(String contentEncoding, String fingerprint, long rejected) {
        this(contentEncoding, fingerprint, rejected, 0);
    }

    /// Attributes of an object that does not say how many records it holds.
    public ObjectAttributes(String contentEncoding, String fingerprint, long rejected, long discarded) {
        this(contentEncoding, fingerprint, rejected, discarded, 0);
    }

    /// Firehose's content type for everything that it delivers, as observed on objects of a stream; no page of AWS says
    /// it.
    public static final String CONTENT_TYPE = "application/octet-stream";
}
