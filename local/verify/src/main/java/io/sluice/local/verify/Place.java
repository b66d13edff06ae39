package io.sluice.local.verify;

/// The place where records belong: a partition, and what is known of it so far. Not safe for concurrent use.
final class Place {
    /// The kind of records that lie there.
    enum Kind {
        DATA, ERRORS
    }

    private final Kind kind;
    private final String prefix;
    private final HashSum expected = new HashSum();
    private final HashSum found = new HashSum();
    private final HashSum pending = new HashSum();
    private final ByteSum expectedBytes = new ByteSum();
    private final ByteSum foundBytes = new ByteSum();
    private boolean joined;

    /// @param prefix the bound prefix, with its open parts
    Place(Kind kind, String prefix) {
        this.kind = kind;
        this.prefix = prefix;
    }

    Kind kind() {
        return kind;
    }

    String prefix() {
        return prefix;
    }

    HashSum expected() {
        return expected;
    }

    HashSum found() {
        return found;
    }

    /// Staged, and in no object yet.
    HashSum pending() {
        return pending;
    }

    ByteSum expectedBytes() {
        return expectedBytes;
    }

    /// The bytes of what is found, and of what is pending.
    ByteSum foundBytes() {
        return foundBytes;
    }

    /// Notes that there is a record whose end cannot be told from the next one's start.
    void join() {
        joined = true;
    }

    /// Tests whether bytes alone can be compared.
    boolean isJoined() {
        return joined;
    }

    /// Returns what is expected and is not there; counts are negative where there is more.
    HashSum missing() {
        HashSum missing = new HashSum();
        missing.add(expected);
        missing.subtract(found);
        missing.subtract(pending);
        return missing;
    }

    boolean agrees() {
        HashSum missing = missing();
        return joined
                ? missing.bytes() == 0 && expectedBytes.isSameAs(foundBytes)
                : missing.isSameAs(new HashSum());
    }

    /// Takes another in: both are one folder.
    void absorb(Place other) {
        expected.add(other.expected);
        found.add(other.found);
        pending.add(other.pending);
        expectedBytes.add(other.expectedBytes);
        foundBytes.add(other.foundBytes);
        joined |= other.joined;
    }
}
