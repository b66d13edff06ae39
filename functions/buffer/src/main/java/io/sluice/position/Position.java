package io.sluice.position;

/// The position up to which a source's records are staged: all of them up to this one.
///
/// @param sequence of the last record that is staged
public record Position(NumberedSource source, SequenceNumber sequence) {
    @Override
    public String toString() {
        return source + "@" + sequence;
    }
}
