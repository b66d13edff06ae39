package io.sluice.local.verify;

import java.io.OutputStream;

/// Cuts bytes into units, the smallest things that can be told apart in an object, whatever the writes they come in.
/// The units of records that stand one after another are those of each. Not safe for concurrent use.
abstract sealed class Units extends OutputStream permits LineUnits, DocumentUnits {
    private final byte[] one = new byte[1];

    /// Returns the units by which a stream's records are told apart.
    ///
    /// @param delimited whether each has a newline after it
    static Units of(boolean delimited, UnitSink sink) {
        return delimited ? new LineUnits(sink) : new DocumentUnits(sink);
    }

    @Override
    public final void write(int oneByte) {
        one[0] = (byte) oneByte;
        write(one, 0, 1);
    }

    @Override
    public abstract void write(byte[] data, int offset, int length);

    /// Ends what was begun: the end of a record or an object.
    ///
    /// @return whether what was written since the last end would be the same units with others written before and after
    ///     it
    abstract boolean end();
}
