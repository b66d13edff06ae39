package io.sluice.local.input;

import io.sluice.input.ForeignFormat;
import java.util.Optional;

/// Content that nothing here reads, known by its first bytes: a foreign format, or what is compressed twice.
///
/// @param title  in messages
/// @param format empty when it is compressed twice
record ForeignContent(String title, Optional<ForeignFormat> format) {
    /// @param head the first decompressed bytes; empty when they are of nothing of that kind
    static Optional<ForeignContent> of(byte[] head) {
        return Contents.isCompressed(head)
                ? Optional.of(new ForeignContent("compressed twice", Optional.empty()))
                : ForeignFormat.of(head).map(known -> new ForeignContent(known.title(), Optional.of(known)));
    }

    /// Returns what it is, and what to do about it.
    ///
    /// @param name the input's
    String refusal(String name) {
        return title + ", which is not read; "
                + format.map(known -> ConversionHint.of(known, name)).orElse("decompress it once");
    }
}
