package io.sluice.flush;

/// The index table does not hold the stream any more that the staging bucket tells of. Whoever finds that changes
/// nothing: not a new stream is begun over the old one's manifests, and nothing that the old one staged is taken for
/// garbage.
public final class TableLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param found what tells it, as a clause
    public TableLostException(String stream, String found) {
        super("The index table of stream " + stream + " is lost, or holds but a part of the stream: " + found
                + ". Nothing was changed. Stop the functions and make the table again of the staging bucket: "
                + "{\"recover\":true}"
                + " to the flusher function, or ./sluice recover (docs/how-to/operations.md, Disaster recovery)");
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
