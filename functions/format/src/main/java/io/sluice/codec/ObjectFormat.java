package io.sluice.codec;

import java.util.Optional;

/// The format of a partition's objects, fixed when its records are buffered: part of the partition's key.
public sealed interface ObjectFormat {
    /// The records one after another, in a compression format.
    record Joined(Compression compression) implements ObjectFormat {
        @Override
        public String text() {
            return compression.name();
        }

        @Override
        public Compression staged() {
            return compression;
        }

        @Override
        public Compression errors() {
            return compression;
        }

        @Override
        public String extension() {
            return compression.extension();
        }

        @Override
        public Optional<String> contentEncoding() {
            return compression.contentEncoding();
        }
    }

    /// A Parquet file that is made of the records when it is delivered. Chunks keep records apart and are zstd frames;
    /// error objects are plain, as Firehose's are where it converts.
    ///
    /// @param specification names how records are converted: a hash of everything that decides the object's rows
    record Parquet(String specification) implements ObjectFormat {
        private static final String MARK = "PARQUET.";

        public Parquet {
            if (specification.isEmpty() || !specification.chars().allMatch(Character::isLetterOrDigit)) {
                throw new IllegalArgumentException("not the name of a conversion: '" + specification + "'");
            }
        }

        @Override
        public String text() {
            return MARK + specification;
        }

        @Override
        public Compression staged() {
            return Compression.ZSTD;
        }

        @Override
        public Compression errors() {
            return Compression.UNCOMPRESSED;
        }

        /// Source: Firehose developer guide, "Configure Amazon S3 object name format".
        @Override
        public String extension() {
            return ".parquet";
        }

        @Override
        public Optional<String> contentEncoding() {
            return Optional.empty();
        }
    }

    /// The format as partition keys and manifests name it; [#parse] reads it back.
    String text();

    /// The format that its chunks are staged for.
    Compression staged();

    /// The format of error objects beside it.
    Compression errors();

    /// The ending of object keys unless `FileExtension` says otherwise: with its dot, or empty.
    String extension();

    /// The object's `Content-Encoding` header; empty when it has none.
    Optional<String> contentEncoding();

    /// @throws IllegalArgumentException when this version knows no such format
    static ObjectFormat parse(String text) {
        return text.startsWith(Parquet.MARK)
                ? new Parquet(text.substring(Parquet.MARK.length()))
                : new Joined(Compression.valueOf(text));
    }
}
