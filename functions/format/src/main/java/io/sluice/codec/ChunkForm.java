package io.sluice.codec;

/// The form in which a chunk is staged. Said of each chunk in directories and manifests; nothing is read off its bytes
/// or its length.
public enum ChunkForm {
    /// In the format of its objects: a part of the object as it stands.
    READY,
    /// As it is, since it is too short to be compressed by itself. Neighbours in an object are compressed together when
    /// the object is made.
    PLAIN;

    /// The form of a chunk of so many raw bytes.
    public static ChunkForm of(Compression objects, long rawBytes) {
        return rawBytes < objects.coding().rawBytesMin() ? PLAIN : READY;
    }
}
