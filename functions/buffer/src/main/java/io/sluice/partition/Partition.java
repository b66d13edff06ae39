package io.sluice.partition;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.layout.BoundPrefix;
import org.jspecify.annotations.Nullable;

/// All records of a stream that go under one bound prefix in one format: what becomes objects together.
///
/// Ordered by [#key]; segments, directories and manifests all keep that order, so that they merge as streams.
///
/// @param key names the partition in directories and manifests: a letter for the kind, the objects' format, a colon and
///        the canonical text of the bound prefix
public record Partition(String key) implements Comparable<Partition> {
    /// The kind of records that the objects of a partition hold.
    public enum Kind {
        DATA('d'), ERRORS('e');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }
    }

    /// @throws IllegalArgumentException when `key` was not made by [#of]
    public Partition {
        int colon = key.indexOf(':');
        if (colon < 2 || (key.charAt(0) != Kind.DATA.letter && key.charAt(0) != Kind.ERRORS.letter)) {
            throw new IllegalArgumentException("not a partition key: '" + key + "'");
        }
    }

    public static Partition of(Kind kind, ObjectFormat format, BoundPrefix prefix) {
        return new Partition(kind.letter + format.text() + ':' + prefix.text());
    }

    /// A partition whose objects are joined chunks.
    public static Partition of(Kind kind, Compression compression, BoundPrefix prefix) {
        return of(kind, new ObjectFormat.Joined(compression), prefix);
    }

    public Kind kind() {
        return key.charAt(0) == Kind.DATA.letter ? Kind.DATA : Kind.ERRORS;
    }

    /// The format of its objects, fixed when its records were buffered.
    ///
    /// @throws IllegalArgumentException when the key names a format that this version does not know
    public ObjectFormat format() {
        return ObjectFormat.parse(key.substring(1, key.indexOf(':')));
    }

    /// The prefix with key values bound; `timestamp` parts are open.
    public BoundPrefix prefix() {
        return new BoundPrefix(key.substring(key.indexOf(':') + 1));
    }

    /// As a record's own, and quicker: a batch looks for its partitions record by record.
    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Partition partition && key.equals(partition.key));
    }

    @Override
    public int compareTo(Partition other) {
        return key.compareTo(other.key);
    }
}
