package io.sluice.codec;

import java.util.Optional;

/// A compression format of delivered objects, named as in Firehose's `CompressionFormat`; `ZSTD` is Sluice's own.
///
/// Each object is one gzip member, one ZIP entry, one zstd frame or one Snappy stream, however many chunks it is made
/// of. An [ObjectFrame] puts deflated, Snappy and plain chunks together as they are staged; zstd chunks are compressed
/// anew.
///
/// Extensions and content encodings are those that the live service gives its objects; Amazon's page names `.hsnappy`
/// for `HADOOP_SNAPPY`, where the service writes `.snappy`.
public enum Compression {
    /// The records' bytes themselves.
    UNCOMPRESSED("UNCOMPRESSED", "", "", ChunkCoding.PLAIN, true, true),
    /// One gzip member (RFC 1952).
    GZIP("GZIP", ".gz", "gzip", ChunkCoding.DEFLATE, true, true),
    /// An archive with one deflated entry.
    ZIP("ZIP", ".zip", "zip", ChunkCoding.DEFLATE, false, false),
    /// The stream format of `org.xerial.snappy.SnappyOutputStream`: one header, then length-prefixed blocks. Chunks are
    /// blocks without the header: xerial's reader puts up with headers between blocks (its pull request 104), but the
    /// format does not have them and other readers take one for the length of a block.
    SNAPPY("Snappy", ".snappy", "snappy-java", ChunkCoding.SNAPPY, false, false),
    /// Hadoop's block framing, as `org.apache.hadoop.io.compress.SnappyCodec` reads it; it has no header at all.
    HADOOP_SNAPPY("HADOOP_SNAPPY", ".snappy", "hadoop-snappy", ChunkCoding.HADOOP_SNAPPY, true, false),
    /// One zstd frame (RFC 8878) that says how long its content is.
    ZSTD("ZSTD", ".zst", "zstd", ChunkCoding.ZSTD, true, true);

    private final String wireName;
    private final String extension;
    private final String contentEncoding;
    private final ChunkCoding coding;
    private final boolean readByAthena;
    private final boolean compactable;

    Compression(String wireName, String extension, String contentEncoding, ChunkCoding coding, boolean readByAthena,
            boolean compactable) {
        this.wireName = wireName;
        this.extension = extension;
        this.contentEncoding = contentEncoding;
        this.coding = coding;
        this.readByAthena = readByAthena;
        this.compactable = compactable;
    }

    /// The value of `CompressionFormat` in a configuration.
    public String wireName() {
        return wireName;
    }

    /// The ending of object keys unless `FileExtension` says otherwise: with its dot, or empty.
    public String extension() {
        return extension;
    }

    /// The object's `Content-Encoding` header; empty when it has none.
    public Optional<String> contentEncoding() {
        return contentEncoding.isEmpty() ? Optional.empty() : Optional.of(contentEncoding);
    }

    /// The coding in which chunks of such objects are staged, unless they are too short for it.
    public ChunkCoding coding() {
        return coding;
    }

    /// Tests whether Athena reads such objects of JSON.
    public boolean isReadByAthena() {
        return readByAthena;
    }

    /// Tests whether such objects of text are joined by a compaction.
    public boolean isCompactable() {
        return compactable;
    }

    /// The bytes that an object of joined chunks starts with, before its first one. A fresh array, mostly empty.
    byte[] preamble() {
        return this == SNAPPY ? SnappyFraming.xerialHeader() : new byte[0];
    }
}
