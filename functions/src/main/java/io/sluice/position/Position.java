package io.sluice.position;

/// How far a source's records are staged: all up to this one.
///
/// @param sequence of the last record that is staged
public record Position(NumberedSource source, SequenceNumber sequence) {
    @Override
    public String toString() {
        return source + "@" + sequence;
    }
}
