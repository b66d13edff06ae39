package io.sluice.deaggregate;

import java.util.List;

/// Splits consecutive JSON objects, with white space or nothing between them: `{"a":1}{"a":2}` or one object a line.
///
/// The white space between objects is stripped. An array or a scalar at the top level is not valid input and comes out
/// as one broken piece, as does anything else that is no object (source: Amazon Data Firehose Developer Guide, "Dynamic
/// partitioning", on aggregated data).
///
/// **A broken object costs that object, not its neighbours.** The broken piece ends before the first *plausible start*
/// after its own start, or with the data. A `{` is a plausible start
/// - when it is the first character of a line, or
/// - when only white space parts it from a `}` before it, and a complete object starts there
///
/// unless it starts a complete object that `,`, `]`, `}` or `:` follows, which is then a part of something larger.
/// Inside a well-formed object neither comes up, because well-formed objects are taken whole, over several lines too.
///
/// Whether what stands inside of an object is valid JSON is not checked beyond its structure, see [JsonStructure].
enum JsonDeaggregator implements Deaggregator {
    INSTANCE;

    @Override
    public List<Piece> split(byte[] data, int offset, int length) {
        return new JsonSplit(data, offset, offset + length).run();
    }
}
